// Addresses within the page. A server answers each of them with this page; in a folder of files there is one document, and
// what is meant stands behind its question mark.

const ONE_DOCUMENT = document.querySelector("meta[name=table]") !== null;

/** What a link says to mean a path such as /new/bismarck. @param {string} path */
export const linkTo = (path) => (ONE_DOCUMENT ? `?${path}` : path);

/** What an address says; what cannot be read is left as it stands. @param {string} text */
export function said(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The moments that an address may mean, by the name and number behind its question mark.
 * @returns {{[kind: string]: number} | null} */
export function presentMoment() {
  const found = /(?:^|[?&])(decision|choice|event)=(\d{1,7})(?:&|$)/.exec(location.search);
  return found && { [found[1]]: Number(found[2]) };
}

/** The same address, with a moment or without one. @param {{[kind: string]: number} | null} moment */
export function withMoment(moment) {
  const told = moment ? Object.entries(moment).map(([kind, number]) => `${kind}=${number}`) : [];
  const path = ONE_DOCUMENT ? [presentPath()] : [];
  const search = [...path, ...told].join("&");
  return `${location.pathname}${search && `?${search}`}${location.hash}`;
}

/** The path that the present address means. */
export const presentPath = () => (ONE_DOCUMENT ? location.search.slice(1).split("&")[0] : location.pathname);
