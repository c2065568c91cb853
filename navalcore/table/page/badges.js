// The figures on pieces, such as their number: they grow with their ground, and lie apart from each other and from what is written.
import { covered, leastHidden, seenBox, wordsSeen } from "./spots.js";

/** @typedef {import("./camera.js").Box} Box */

/** A figure that hides less than this part of its own size stays where it is drawn. A chip under a figure would seem to bear it. */
const TOUCHED = 0.03;

/** Let a figure on a piece grow with its ground, where it hangs over an edge of the piece away from this: its name is to be read.
 * @param {SVGTextElement} text @param {Element | null} piece @param {number} size @param {number} ratio */
export function growBadge(text, piece, size, ratio) {
  const ground = /** @type {SVGGraphicsElement} */ (text.previousElementSibling);
  ground.style.scale = ratio > 1 ? String(ratio) : "";
  for (const name of ["dx", "dy"]) text.removeAttribute(name);
  if (ratio <= 1) return;
  const edge = /** @type {SVGGraphicsElement | null | undefined} */ (piece?.querySelector(".edge"));
  const [at, on] = [ground.getBBox(), edge?.getBBox() ?? ground.getBBox()];
  const way = (/** @type {number} */ before, /** @type {number} */ after) => (Math.max(before, after) <= 0 || Math.abs(before - after) < 1 ? 0 : Math.sign(after - before));
  const right = way(on.x - at.x, at.x + at.width - on.x - on.width);
  const down = way(on.y - at.y, at.y + at.height - on.y - on.height);
  ground.style.transformOrigin = `${50 - 50 * right}% ${50 - 50 * down}%`;
  text.setAttribute("dx", String(((ratio - 1) * right * at.width) / 2));
  text.setAttribute("dy", String((ratio - 1) * (0.36 * size + (down * at.height) / 2)));
}

/** How far a figure may be put from where it is drawn: a little away from its piece, nearer to its middle, beyond its end, to another corner or end of it, above it, below it.
 * @param {Box} on - its piece @param {Box} box - the figure @returns {[number, number][]} */
function shifts(on, box) {
  const [across, down] = [on.width + 2 * on.x - box.width - 2 * box.x, on.height + 2 * on.y - box.height - 2 * box.y];
  const inward = Math.max(0, box.x + box.width - on.x - on.width) || Math.min(0, box.x - on.x);
  const [above, below] = [on.y - box.y - 0.75 * box.height, on.y + on.height - box.y - 0.25 * box.height];
  const left = box.x + box.width / 2 < on.x + on.width / 2;
  const apart = 0.4 * box.height * (left ? -1 : 1); // a low ship has its name in the same line
  const beyond = [left ? on.x - box.x - box.width : on.x + on.width - box.x, on.y + on.height / 2 - box.y - box.height / 2];
  return [[0, 0], [apart, 0], [-inward, 0], /** @type {[number, number]} */ (beyond), [0, down], [across, 0], [across, down], [0, above], [0, below], [-inward, above], [-inward, below]];
}

/** Put each figure that would hide a word or another figure where it hides least.
 * @param {Element} root - the layers of the board */
export function setApart(root) {
  const found = /** @type {NodeListOf<SVGGElement>} */ (root.querySelectorAll(".moving > svg:not(.coming) > .piece > .badge:not(:has(> .left-out))"));
  for (const each of found) each.style.translate = "";
  const words = wordsSeen(root, ":not(.badge > *)").map(({ x, y, width, height }) => ({ x, y: y + 0.2 * height, width, height: 0.6 * height }));
  const badges = [...found].map((badge) => ({ badge, box: seenBox(/** @type {Element} */ (badge.querySelector("rect"))) }));
  const edges = new Map([...root.querySelectorAll(".moving > svg:not(.coming) > .piece > .edge")].map((each) => [each.parentElement, seenBox(each)]));
  const scene = seenBox(root.querySelector(".moving > svg:not(.coming)") ?? root);
  badges.forEach(({ badge, box }, at) => {
    const piece = badge.parentElement;
    const on = edges.get(piece);
    if (!on || !on.width || piece?.matches(".hull")) return;
    const others = badges.filter((_, other) => other !== at).map((each) => each.box);
    const written = [...words, ...others];
    const pieces = [...edges].filter(([each]) => each !== piece).map(([, each]) => each);
    const kept = piece?.matches(".chip") ? [...written, ...pieces] : written;
    if (kept.every((each) => covered(each, box) <= TOUCHED * box.width * box.height)) return;
    const spots = shifts(on, box).map(([x, y]) => ({ x: box.x + x, y: box.y + y, width: box.width, height: box.height, by: [x, y] }));
    const { by: [x, y], ...spot } = leastHidden(spots, [...written, ...written, ...written, ...pieces], scene);
    const edge = /** @type {SVGGraphicsElement} */ (piece?.querySelector(":scope > .edge"));
    const scale = on.width / edge.getBBox().width;
    badges[at].box = spot;
    badge.style.translate = x || y ? `${x / scale}px ${y / scale}px` : "";
  });
}
