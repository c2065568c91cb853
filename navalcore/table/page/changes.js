// A state put together from the one before and what has changed since.
import { merged } from "./seat.mjs";

/** @typedef {import("./transport.js").State} State */

/** @param {State} before @param {any} sent @returns {State} */
export function after(before, { type, snapshot, board, ...fields }) {
  const known = new Map(before.board.map((each) => [each.id, each.moving.split(END)]));
  const drawn = (/** @type {any} */ { parts, ...picture }) => ({ ...picture, moving: put(known.get(picture.id) ?? [], parts) });
  return { ...before, ...fields, snapshot: merged(before.snapshot, snapshot), board: board?.map(drawn) ?? before.board };
}

/** What stands between the parts of a picture. */
const END = "\n";

/** A picture from its parts: new ones, and runs of those that are in the earlier picture. @param {string[]} known @param {(string | [number, number])[]} parts */
const put = (known, parts) => parts.flatMap((each) => (typeof each === "string" ? [each] : known.slice(each[0], each[0] + each[1]))).join(END);
