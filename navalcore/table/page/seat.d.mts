// The library's seat.mjs, which the table serves beside the page: what of it the page uses.
export function merged(before: any, sent: any): any;
