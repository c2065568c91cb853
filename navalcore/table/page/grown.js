// Ships that a whole board shows too small to be made out: they grow about their middles as far as nothing is in the way.

/** @typedef {import("./camera.js").Box} Box */

/** A ship is made so many pixels high, where there is room. */
const HIGH = 17;
/** No ship grows more than this, so that it is seen where it lies. */
const MOST = 2;
/** In so many steps it is tried how far a ship may grow. */
const STEPS = 5;

/** Whether two boxes cover each other. @param {Box} one @param {Box} other */
export const cover = (one, other) => one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** How much larger than it is drawn a piece is shown. @param {Element | null} piece */
export const grownBy = (piece) => Number(/** @type {SVGElement | null} */ (piece)?.dataset.grown ?? 1);

/** A box that has grown about its middle. @param {Box} box @param {number} by @returns {Box} */
const about = ({ x, y, width, height }, by) => ({ x: x - ((by - 1) * width) / 2, y: y - ((by - 1) * height) / 2, width: width * by, height: height * by });

/** The box of a piece's ground as it is shown, in units of the board. @param {SVGGraphicsElement} ground */
export const shownBox = (ground) => about(ground.getBBox(), grownBy(ground.closest(".piece")));

/** What names and figures may not cover: pieces, and what is written on the scene or beside pieces.
 * @param {Element} root @param {Element | null} [svg] - the layer of the pieces @returns {Box[]} */
export const writtenOn = (root, svg = root.querySelector(".moving > svg:not(.coming)")) =>
  [...(svg?.querySelectorAll(":scope > .piece > .edge") ?? []), ...root.querySelectorAll(".still text:not(.left-out), .names text")].map((each) => shownBox(/** @type {SVGGraphicsElement} */ (each)));

/** Let ships grow that are shown too small. @param {Element} root @param {number} scale */
export function growChips(root, scale) {
  for (const svg of /** @type {NodeListOf<SVGSVGElement>} */ (root.querySelectorAll(".moving > svg"))) {
    const pieces = [...svg.querySelectorAll(":scope > .piece")].flatMap((each) => {
      const piece = /** @type {SVGElement} */ (each);
      const ground = /** @type {SVGGraphicsElement | null} */ (piece.querySelector(":scope > .edge"));
      return ground ? [{ piece, box: /** @type {Box} */ (ground.getBBox()) }] : [];
    });
    const taken = pieces.map(({ box }) => box);
    const { width, height } = svg.viewBox.baseVal;
    const free = (/** @type {Box} */ box, /** @type {number} */ of) =>
      box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height && !taken.some((other, at) => at !== of && cover(box, other));
    pieces.forEach(({ piece, box }, at) => {
      const wanted = piece.matches(".chip") ? Math.min(MOST, HIGH / (box.height * scale)) : 1;
      let by = 1;
      for (let step = STEPS; step && wanted > 1 && by === 1; step--) {
        const tried = 1 + ((wanted - 1) * step) / STEPS;
        if (free(about(box, tried), at)) by = tried;
      }
      taken[at] = about(box, by);
      show(piece, box, by, scale);
    });
  }
}

/** @param {SVGElement} piece @param {Box} box @param {number} by @param {number} scale */
function show(piece, box, by, scale) {
  if (by === 1) {
    if (piece.dataset.grown) shrink(piece);
    return;
  }
  piece.dataset.grown = String(by);
  piece.style.scale = String(by);
  piece.style.setProperty("--scale", String(scale * by)); // its edge is no thicker than that of others
  piece.style.transformOrigin = `${box.x + box.width / 2}px ${box.y + box.height / 2}px`;
}

/** A piece as it is drawn, such as one that is about to move. @param {SVGElement} piece */
export function shrink(piece) {
  delete piece.dataset.grown;
  piece.style.scale = piece.style.transformOrigin = "";
  piece.style.removeProperty("--scale");
}
