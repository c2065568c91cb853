// Where something that is written over the board hides least of it.

/** @typedef {import("./camera.js").Box} Box */

/** How much of a box another covers. @param {Box} one @param {Box} other */
export const covered = (one, other) =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));

/** The first of some boxes that hides least; what lies beyond an edge is hidden itself.
 * @template {Box} T @param {T[]} spots @param {Box[]} taken - what is not to be hidden @param {Box} within @returns {T} */
export function leastHidden(spots, taken, within) {
  const hidden = spots.map((spot) => taken.reduce((sum, each) => sum + covered(spot, each), 3 * (spot.width * spot.height - covered(spot, within))));
  return spots[hidden.indexOf(Math.min(...hidden))];
}

/** A box as it is in the window, as a box of the board. @param {Element} element @returns {Box} */
export const seenBox = (element) => {
  const { left: x, top: y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
};

/** What is written on the board, as it is seen in the window. @param {Element} root @param {string} [only] - a selector of what is meant */
export const wordsSeen = (root, only = "") =>
  [...root.querySelectorAll(`:is(.moving, .still) > svg:not(.coming) text:not(.left-out)${only}`)].map(seenBox).filter(({ width }) => width);
