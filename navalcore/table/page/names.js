// The names of ships that are drawn too small to bear them: in the place of the silhouette, or on the sea near the ship.

import { cover, grownBy, shownBox, writtenOn } from "./grown.js";

/** @typedef {import("./camera.js").Box} Box */

const SVG = "http://www.w3.org/2000/svg";
/** What is lower than so many pixels bears no name; words may stand out of their strip a little, whose edges are faint. */
const LOWEST = { chip: 11, words: 9.5 };
/** A name is narrowed to no less than this part of its length. */
const NARROWEST = 0.7;
/** The part of a line of words that is kept free of other things. */
const LINE = 1.2;

/** The box around boxes. @param {Box[]} boxes @returns {Box} */
function around(boxes) {
  const [x, y] = [Math.min(...boxes.map((each) => each.x)), Math.min(...boxes.map((each) => each.y))];
  return { x, y, width: Math.max(...boxes.map((each) => each.x + each.width)) - x, height: Math.max(...boxes.map((each) => each.y + each.height)) - y };
}

/** The ground that a word of a chip is written on. @param {Element} text @returns {SVGGraphicsElement | null} */
function groundOf(text) {
  let each = text.previousElementSibling;
  while (each && !each.matches(".edge")) each = each.previousElementSibling;
  return /** @type {SVGGraphicsElement | null} */ (each);
}

/** Put every name back where it is drawn. @param {Element} root */
export function unname(root) {
  for (const each of root.querySelectorAll(".moving > svg > .names")) each.remove();
  for (const piece of root.querySelectorAll(".piece.named")) piece.classList.remove("named");
  for (const text of /** @type {NodeListOf<SVGTextElement>} */ (root.querySelectorAll("text[data-drawn]"))) {
    const [x, y, anchor] = (text.dataset.drawn ?? "").split(" ");
    text.setAttribute("x", x);
    text.setAttribute("y", y);
    if (anchor) text.setAttribute("text-anchor", anchor);
    else text.removeAttribute("text-anchor");
    delete text.dataset.drawn;
  }
}

/** Write the names that were left out of chips, and words that were left out of their strips where these hold them. @param {Element} root @param {number} size - of the letters, in units of the board
 * @param {number} scale */
export function nameChips(root, size, scale) {
  for (const svg of /** @type {NodeListOf<SVGSVGElement>} */ (root.querySelectorAll(".moving > svg"))) {
    const unnamed = [...svg.querySelectorAll(":scope > .piece:is(.chip, .words) > text.left-out")].map((each) => {
      const text = /** @type {SVGTextElement} */ (each);
      const ground = groundOf(text);
      return { text, ground: ground?.getBBox(), shown: ground && shownBox(ground), by: grownBy(text.closest(".piece")), length: text.getComputedTextLength() };
    });
    /** @type {Map<string, {text: string, length: number, boxes: Box[]}>} */
    const aside = new Map();
    const within = [];
    for (const { text, ground, shown, by, length } of unnamed) {
      if (!ground || !shown) continue;
      const lowest = text.parentElement?.matches(".chip") ? LOWEST.chip : LOWEST.words;
      if (shown.height * scale >= lowest && ground.width - 3 >= NARROWEST * length) within.push({ text, ground, by, length });
      else if (text.parentElement?.matches(".chip")) {
        const at = text.parentElement?.getAttribute("data-at") ?? "";
        const first = aside.get(at) ?? { text: text.textContent ?? "", length: length * by, boxes: [] };
        first.boxes.push(shown);
        aside.set(at, first);
      }
    }
    if (aside.size) write(svg, [...aside.values()], writtenOn(root, svg), size);
    for (const each of within) cross(each.text, each.ground, each.length, size / each.by);
  }
}

/** Write a name across its chip. @param {SVGTextElement} text @param {Box} ground @param {number} length @param {number} size */
function cross(text, ground, length, size) {
  text.dataset.drawn = [text.getAttribute("x"), text.getAttribute("y"), text.getAttribute("text-anchor") ?? ""].join(" ");
  text.setAttribute("x", String(ground.x + ground.width / 2));
  text.setAttribute("y", String(ground.y + ground.height / 2 + 0.36 * size));
  text.setAttribute("text-anchor", "middle");
  text.classList.remove("left-out");
  text.parentElement?.classList.add("named");
  if (length <= ground.width - 3) return;
  text.setAttribute("textLength", String(ground.width - 3));
  text.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

/** Write names near their pieces where there is room, of those on one place the first with the number of the others.
 * @param {SVGSVGElement} svg @param {{text: string, length: number, boxes: Box[]}[]} names @param {Box[]} taken @param {number} size */
function write(svg, names, taken, size) {
  const { width: wide, height: high } = svg.viewBox.baseVal;
  const holder = document.createElementNS(SVG, "g");
  holder.setAttribute("class", "names");
  holder.setAttribute("aria-hidden", "true");
  for (const { text, length, boxes } of names) {
    const told = boxes.length > 1 ? `${text} +${boxes.length - 1}` : text;
    const [width, height, gap] = [length + 0.72 * size * (told.length - text.length), LINE * size, 0.25 * size];
    const { x, y, width: across, height: down } = around(boxes);
    const [middle, row] = [x + across / 2 - width / 2, y + down / 2 - height / 2];
    const spots = [[x + across + gap, row], [x - width - gap, row], [middle, y + down + gap / 2], [middle, y - height - gap / 2]].map(([left, top]) => ({ x: left, y: top, width, height }));
    const free = spots.find((spot) => spot.x >= 0 && spot.y >= 0 && spot.x + width <= wide && spot.y + height <= high && !taken.some((each) => cover(spot, each)));
    if (!free) continue;
    taken.push(free);
    const written = document.createElementNS(SVG, "text");
    written.textContent = told;
    written.setAttribute("x", String(free.x));
    written.setAttribute("y", String(free.y + 0.88 * size));
    written.setAttribute("font-size", String(size));
    written.style.fontSize = `${size}px`;
    holder.append(written);
  }
  svg.append(holder);
}
