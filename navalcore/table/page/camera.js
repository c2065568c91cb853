// The camera over the board: wheel, pinch, drag, double tap and keys move it; words keep a size that can be read.
import { growBadge, setApart } from "./badges.js";
import { growChips, grownBy } from "./grown.js";
import { nameChips, unname } from "./names.js";

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {Box & {cards?: boolean}} Aim - of all cards the names are enough to be read
 */

/** The size of the least letters that people read, in pixels. */
const READABLE = 11;
/** On a card that is lower than so many pixels, what it does is not written where its words had to grow. */
const CARD = 92;
/** How much words may grow against what lies around them, before they are left out: in a piece, on a card, in the band of a card,
 * and on the scene. */
const GROWN = { piece: 1.5, card: 2.15, band: 3, scene: 2.2 };
/** A word of the scene is narrowed to no less than this part of its length, to be within the box that it is written in. */
const NARROWEST = 0.72;
/** How much a figure on a piece may grow, with its ground. */
const FIGURE = 1.8;
/** No picture is opened smaller than this, because its names would be left out; a part of it is shown. A scene has its letters
 * by its width: this holds for one that is as wide as ORDINARY. */
const LEGIBLE = 0.85;
const ORDINARY = 1280;
/** What is shown is brought no nearer than this by itself: what lies around it is seen too. */
const NEAR = 0.9;
const LARGEST = 4;
/** So many pixels of the frame are under rulers, or taken by the halves of the pieces that lie outermost. */
const MARGIN = 72;
/** A press that moves further than this is no click. */
const STILL = 6;
const CARDS = ".moving > svg:not(.coming) .card";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Camera {
  /**
   * @param {HTMLElement} frame - what shows a part of the board
   * @param {HTMLElement} layers - the board, which is moved
   * @param {() => void} changed - told whenever the part has changed
   */
  constructor(frame, layers, changed) {
    this.frame = frame;
    this.layers = layers;
    this.changed = changed;
    this.x = this.y = this.width = this.height = 0;
    this.scale = 1;
    /** How many pixels figures hang over the ends of the scene: so many stay free around all of it. */
    this.over = 0;
    /** Whether the whole scene was asked for; else the part that was, until somebody looks elsewhere. */
    this.whole = true;
    this.aim = /** @type {Aim | null} */ (null);
    this.later = 0;
    /** Whether a scene has been opened at a part of it, and nothing has been brought up yet. */
    this.opened = false;
    /** Where fingers and the mouse press. @type {Map<number, {x: number, y: number}>} */
    this.pressed = new Map();
    this.moved = 0;
    this.tapped = 0;
    /** The scale that the words were last set for. */
    this.lettered = 0;
    /** Draw again what lies over the words: the marks of the last events, and the labels of a briefing. */
    this.marked = () => {};
    this.labelled = () => {};
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.press(event));
    frame.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"])
      frame.addEventListener(end, (event) => this.pressed.delete(/** @type {PointerEvent} */ (event).pointerId));
    this.watching = new ResizeObserver(() => this.resized());
    this.watching.observe(frame);
  }

  close() {
    this.watching.disconnect();
  }

  /** Another scene of this size is shown. @param {number} width @param {number} height */
  shows(width, height) {
    if (width === this.width && height === this.height) return false;
    [this.width, this.height, this.over] = [width, height, 0];
    this.layers.style.width = `${width}px`;
    this.layers.style.height = `${height}px`;
    this.fit();
    return true;
  }

  resized() {
    if (!this.width || !this.frame.clientWidth) return;
    if (this.whole || this.scale < this.least) this.fit();
    else if (this.aim) this.show(this.aim, false);
    else this.place(this.x, this.y, this.scale);
  }

  /** The scale at which the whole scene is seen. */
  get least() {
    const { clientWidth: wide, clientHeight: high } = this.frame;
    return Math.max(0, Math.min((wide - 2 * this.over) / this.width, (high - 2 * this.over) / this.height, LARGEST)) || 1;
  }

  /** Show the whole scene. */
  fit() {
    this.place(0, 0, this.least);
    this.whole = true;
  }

  /** Show a box of the scene in the middle, near enough to be read. @param {Aim | null} box @param {boolean} [fly] */
  show(box, fly = true) {
    if (!box) return this.fit();
    const [wide, high] = [this.frame.clientWidth, this.frame.clientHeight];
    const room = this.roomFor(box);
    const near = box.cards ? room : Math.max(room, this.legible);
    const nearest = Math.min(near, Math.max(NEAR, this.legible, this.scale));
    const whole = [edgeScale(this.width, wide, box.x, box.width), edgeScale(this.height, high, box.y, box.height)];
    const scale = Math.max(this.least, Math.min(nearest, ...whole.filter((each) => each > 0.95 * nearest)));
    if (fly) this.fly();
    const x = withEdge(this.width * scale, wide, box.x * scale, box.width * scale);
    this.place(x, withEdge(this.height * scale, high, box.y * scale, box.height * scale), scale, 0);
    this.aim = box;
  }

  /** The scale at which a box is seen with some room around it. @param {Aim} box */
  roomFor({ width, height, cards }) {
    const [wide, high] = [this.frame.clientWidth, this.frame.clientHeight].map((length) => (cards ? 0.9 : 0.8) * length);
    return Math.min(wide / Math.max(width, 1), high / Math.max(height, 1));
  }

  /** Show a scene that is too small to be read as a whole: all of its cards where their names can be read so, else its middle,
   * until it is known where somebody may act; whoever is asked nothing there sees all of it. @param {boolean} asked */
  open(asked) {
    const box = boxOf(this, [...this.layers.querySelectorAll(CARDS)]);
    const cards = box && { ...box, cards: true };
    this.opened = !cards || !told(this.layers, Math.max(this.least, this.roomFor(cards)));
    if (!this.opened) this.show(cards, false);
    else if (asked) this.show(this.seen, false);
  }

  /** Whether the whole picture would be too small to be read. */
  get tooSmall() {
    return this.least < this.legible * 0.81;
  }

  /** The scale at which all names of the scene are read. */
  get legible() {
    return LEGIBLE * Math.max(1, ORDINARY / this.width);
  }

  /** Move smoothly this time. */
  fly() {
    if (calm.matches) return;
    this.layers.classList.add("flying");
    setTimeout(() => this.layers.classList.remove("flying"), 320);
  }

  /** The part of the scene that is seen. @returns {Box} */
  get seen() {
    const { x, y, scale, frame } = this;
    return { x: -x / scale, y: -y / scale, width: frame.clientWidth / scale, height: frame.clientHeight / scale };
  }

  /** Make larger or smaller about a point of the frame; without one, about its middle.
   * @param {number} factor @param {number} [x] @param {number} [y] */
  zoom(factor, x = this.frame.clientWidth / 2, y = this.frame.clientHeight / 2) {
    const scale = Math.min(LARGEST, Math.max(this.least, this.scale * factor));
    const by = scale / this.scale;
    this.place(x - (x - this.x) * by, y - (y - this.y) * by, scale);
    this.whole = scale <= this.least;
  }

  /** @param {number} x @param {number} y */
  pan(x, y) {
    this.place(this.x + x, this.y + y, this.scale);
  }

  /** @param {number} x @param {number} y @param {number} scale
   * @param {number} [beyond] - how far beyond an edge of the scene one may look, as a part of the frame */
  place(x, y, scale, beyond = 0.25) {
    const within = (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ room) =>
      length <= room ? (room - length) / 2 : Math.min(beyond * room, Math.max((1 - beyond) * room - length, at));
    this.scale = scale;
    this.whole = false;
    this.aim = null;
    this.x = within(x, this.width * scale, this.frame.clientWidth);
    this.y = within(y, this.height * scale, this.frame.clientHeight);
    this.layers.style.transform = `translate(${this.x}px, ${this.y}px) scale(${scale})`;
    cancelAnimationFrame(this.later);
    this.later = requestAnimationFrame(() => {
      if (scale < 0.992 * this.lettered || scale > 1.03 * this.lettered) this.letter();
      this.changed();
    });
  }

  /** Set the words so that they can be read, or leave them out. */
  letter() {
    this.lettered = this.scale;
    letter(this.layers, this.scale);
    const over = overhang(this.layers);
    if (over > this.over + 1) { // it never shrinks, lest a figure that is left out for want of room comes and goes
      this.over = over;
      if (this.whole) this.fit();
    }
    this.marked();
    this.labelled();
  }

  // ---- by hand ----

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const { left, top } = this.frame.getBoundingClientRect();
    const steps = event.deltaMode === 1 ? event.deltaY * 18 : event.deltaY;
    this.zoom(Math.exp(-steps / (event.ctrlKey ? 120 : 480)), event.clientX - left, event.clientY - top);
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button) return;
    this.pressed.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pressed.size === 1) this.moved = 0;
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const last = this.pressed.get(event.pointerId);
    if (!last) return;
    const others = [...this.pressed].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const [x, y] = [event.clientX - last.x, event.clientY - last.y];
    this.moved += Math.hypot(x, y);
    if (this.moved < STILL) return;
    this.pressed.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const { left, top } = this.frame.getBoundingClientRect();
    if (!others.length) return this.pan(x, y);
    const [other] = others;
    const far = (/** @type {{x: number, y: number}} */ at) => Math.hypot(at.x - other.x, at.y - other.y) || 1;
    this.pan(x / 2, y / 2);
    const middle = { x: (event.clientX + other.x) / 2 - left, y: (event.clientY + other.y) / 2 - top };
    this.zoom(far({ x: event.clientX, y: event.clientY }) / far(last), middle.x, middle.y);
  }

  /** Whether a click was the end of a drag. */
  get dragged() {
    return this.moved >= STILL;
  }

  /** Two clicks in a row where nothing can be done make the board larger there. @param {MouseEvent} event */
  tap(event) {
    const twice = event.timeStamp - this.tapped < 350;
    this.tapped = twice ? 0 : event.timeStamp;
    if (!twice) return;
    const { left, top } = this.frame.getBoundingClientRect();
    this.fly();
    this.zoom(this.scale > 2 ? this.least / this.scale : 1.8, event.clientX - left, event.clientY - top);
  }
}

/** The scale at which a part of the scene is seen with the edge that is next to it.
 * @param {number} length - of the scene @param {number} room @param {number} from - where the part begins @param {number} part - its length */
const edgeScale = (length, room, from, part) => (room - MARGIN / 3) / (part + Math.min(from, length - from - part));

/** Where a scene begins in the frame when a part of it is in the middle; an edge that is nearly in sight is seen too, where the part
 * stays in sight with it: what is written along it would else be cut.
 * @param {number} length - of the scene @param {number} room @param {number} from - where the part begins @param {number} part - its length */
function withEdge(length, room, from, part) {
  const at = (room - part) / 2 - from;
  const spare = Math.min(room / 8, (room - part) / 2 - MARGIN / 4);
  if (at < 0 && at > -spare) return 0;
  const beyond = at + length - room;
  return beyond > 0 && beyond < spare ? at - beyond : at;
}

/** Set all words of a board: as large as they are drawn where that can be read; grown where they would be too small, and
 * narrowed to the piece they stand on; left out where even that is too little. A figure on a piece grows with its ground. The
 * name of a ship that is left out is written in another place.
 * @param {Element} root @param {number} scale @param {Growth} [most] - how much they may grow */
export function letter(root, scale, most = GROWN) {
  const grown = [];
  unname(root);
  growChips(root, scale);
  for (const text of /** @type {NodeListOf<SVGTextElement>} */ (root.querySelectorAll("text:not(.inner text)"))) {
    const size = Number(text.getAttribute("font-size")) || READABLE;
    const piece = text.closest(".piece");
    const shown = scale * grownBy(piece);
    const ratio = READABLE / (size * shown);
    const badge = text.matches(".badge > text");
    const cramped = ratio > 1 && text.matches(".foot") && CARD > scale * (edgeOf(text)?.getBBox().height ?? CARD);
    text.classList.toggle("left-out", cramped || ratio > (badge ? FIGURE : mostOf(text, piece, most)));
    text.style.fontSize = ratio > 1 ? `${READABLE / shown}px` : "";
    if (text.matches(".band-text")) text.style.translate = ratio > 1 ? `0 ${0.36 * (READABLE / shown - size)}px` : ""; // in the middle of its band
    text.removeAttribute("textLength");
    if (badge) growBadge(text, piece, size, Math.max(1, ratio));
    else if (ratio > 1 && !text.classList.contains("left-out") && (piece || text.closest(".still"))) grown.push(text);
  }
  const boxesOf = (/** @type {string} */ what) => [...root.querySelectorAll(what)].map((each) => /** @type {SVGGraphicsElement} */ (each).getBBox());
  const panels = boxesOf(".still rect:not(.ground)");
  const frames = root.querySelector(".still .ground.kind-table") ? boxesOf(".still .region:not(.kind-open) > rect.area") : []; // on a chart names cross lines
  const wide = grown.map((text) => [text.getComputedTextLength(), text.closest(".piece") ? roomOf(text) : panelRoom(text, panels), frameRoom(text, frames)]);
  grown.forEach((text, at) => {
    const [length, within, before] = wide[at];
    const room = Math.min(within, before);
    if (length > 0 && (room <= 0 || before < NARROWEST * length)) return text.classList.add("left-out"); // a figure or the next place takes its line
    if (length <= Math.max(0, room) || (room < NARROWEST * length && !text.closest(".piece"))) return;
    text.setAttribute("textLength", String(room));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  });
  apart(root);
  nameChips(root, READABLE / scale, scale);
  setApart(root);
  hideUnsaid(root);
}

/** Hide strips whose words are all left out: an empty box says nothing. @param {Element} root */
function hideUnsaid(root) {
  const pieces = [...root.querySelectorAll(".moving > svg:not(.coming) > .piece")];
  for (const region of root.querySelectorAll(".still .region.kind-box")) {
    const here = pieces.filter((each) => each.getAttribute("data-at") === region.getAttribute("data-place"));
    const unsaid = here.every((each) => each.matches(".words") && !each.querySelector("text:not(.left-out)"));
    region.classList.toggle("unsaid", here.length > 0 && unsaid);
  }
}

/** @typedef {{piece: number, card?: number, band?: number, scene: number}} Growth */

/** How much a word may grow. @param {Element} text @param {Element | null} piece @param {Growth} most */
function mostOf(text, piece, most) {
  if (!piece) return most.scene;
  if (!piece.matches(".card")) return most.piece;
  return (text.matches(".band-text") ? most.band : most.card) ?? most.piece;
}

/** Whether the names of all cards can be read at a scale, as far as they may grow. @param {Element} root @param {number} scale */
function told(root, scale) {
  const names = [...root.querySelectorAll(`${CARDS}:not(.back) > text.name`)];
  return names.length > 0 && names.every((text) => READABLE <= GROWN.card * scale * Number(text.getAttribute("font-size")));
}

/** Where grown names of the scene would lie one on the other, the weightier stays and the other is left out; and so is one that a
 * piece would cover.
 * @param {Element} root */
function apart(root) {
  const weight = (/** @type {Element} */ text) => (text.classList.contains("kind-title") ? 0 : text.classList.contains("kind-soft") ? 2 : 1);
  const texts = [...root.querySelectorAll(".still text:not(.left-out, [transform])")].sort((one, other) => weight(one) - weight(other));
  const boxes = texts.map((text) => /** @type {SVGGraphicsElement} */ (text).getBBox());
  const pieces = [...root.querySelectorAll(".moving > svg:not(.coming) > .piece:not(.words, .heading) > .edge")];
  const kept = pieces.map((each) => /** @type {SVGGraphicsElement} */ (each).getBBox());
  texts.forEach((text, at) => {
    if (!(/** @type {SVGElement} */ (text).style.fontSize)) return void kept.push(boxes[at]);
    const { x, y, width, height } = boxes[at];
    const empty = 0.2 * height; // above the letters and below them
    const hides = (/** @type {DOMRect} */ box) => x < box.x + box.width && box.x < x + width && y + 2 * empty < box.y + box.height && box.y + 2 * empty < y + height;
    if (kept.some(hides)) text.classList.add("left-out");
    else kept.push(boxes[at]);
  });
}

/** How many pixels figures on pieces hang over the ends of their scene. @param {Element} root */
function overhang(root) {
  const scene = root.querySelector(".moving > svg:not(.coming)")?.getBoundingClientRect();
  if (!scene) return 0;
  const figures = [...root.querySelectorAll(".moving > svg:not(.coming) .badge:not(:has(> .left-out)) > rect")].map((each) => each.getBoundingClientRect());
  return Math.max(0, ...figures.flatMap((box) => [scene.left - box.left, scene.top - box.top, box.right - scene.right, box.bottom - scene.bottom]));
}

/** How wide a word of the scene may be: as the least box is that it is written in. @param {SVGTextElement} text @param {DOMRect[]} panels */
function panelRoom(text, panels) {
  if (text.hasAttribute("transform")) return Infinity;
  const { x, y, width, height } = text.getBBox();
  const [across, along] = [x + width / 2, y + height / 2];
  const around = panels.filter((each) => across > each.x && across < each.x + each.width && along > each.y && along < each.y + each.height && each.height < 3 * height);
  const within = around.sort((one, other) => one.width - other.width)[0];
  if (!within) return Infinity;
  const [left, right] = [Number(text.getAttribute("x")) - within.x, within.x + within.width - Number(text.getAttribute("x"))];
  const anchor = text.getAttribute("text-anchor") ?? "start";
  return (anchor === "middle" ? 2 * Math.min(left, right) : anchor === "end" ? left : right) - 3;
}

/** How wide a name on a table may be: as far as the next place at its right. @param {SVGTextElement} text @param {DOMRect[]} frames */
function frameRoom(text, frames) {
  if (text.hasAttribute("transform") || text.getAttribute("text-anchor")) return Infinity;
  const { x, y, width, height } = text.getBBox();
  const crossed = frames.filter((each) => x < each.x && x + width > each.x - 0.2 * height && y < each.y + each.height && each.y < y + height);
  return Math.min(Infinity, ...crossed.map((each) => each.x - x - 0.2 * height)); // the frame has a breadth
}

/** The ground of a word of a piece. @param {SVGTextElement} text @returns {SVGGraphicsElement | null | undefined} */
const edgeOf = (text) => text.parentElement?.querySelector("rect, .edge");

/** How wide a word of a piece may be: as its ground is, or as high below its end where it is upright, from where it begins, to the figure at the end of its line.
 * @param {SVGTextElement} text */
function roomOf(text) {
  const edge = edgeOf(text);
  if (!edge) return Infinity;
  const box = edge.getBBox();
  if (text.hasAttribute("transform")) return box.y + box.height - Number(text.getAttribute("y")) - 3;
  if (text.getAttribute("text-anchor")) return box.width - 3;
  const figure = /** @type {SVGTextElement | null | undefined} */ (text.matches(".band-text") ? text.parentElement?.querySelector(".band-text[text-anchor='end']") : null);
  return (figure ? figure.getBBox().x - 4 : box.x + box.width - 3) - Number(text.getAttribute("x"));
}

/** The box around elements, in units of the board; of a piece its ground: its words may not yet be set for the scale that is shown.
 * @param {Camera} camera @param {Element[]} elements */
export function boxOf(camera, elements) {
  const frame = camera.frame.getBoundingClientRect();
  const boxes = elements.map((each) => (each.querySelector(":scope > .edge") ?? each).getBoundingClientRect()).filter((box) => box.width);
  if (!boxes.length) return null;
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
  const { e: x, f: y, a: scale } = new DOMMatrix(getComputedStyle(camera.layers).transform); // it may be under way
  return { x: (left - frame.left - x) / scale, y: (top - frame.top - y) / scale, width: (right - left) / scale, height: (bottom - top) / scale };
}

/** Around one of some elements as many of them as can be read at once, with those that come first.
 * @param {Camera} camera @param {Element[]} elements @param {Element[]} first */
export function crowdBox(camera, elements, first) {
  const [wide, high] = [camera.frame.clientWidth, camera.frame.clientHeight].map((length) => Math.max(length - MARGIN, 0) / camera.legible / 2);
  const middles = elements.map((each) => boxOf(camera, [each])).map((box) => box && [box.x + box.width / 2, box.y + box.height / 2]);
  const worth = (/** @type {Element[]} */ some) => some.length + (some.some((each) => first.includes(each)) ? elements.length : 0);
  let /** @type {Element[]} */ most = [];
  for (const one of middles) {
    const near = elements.filter((_, at) => one && middles[at] && Math.abs(middles[at][0] - one[0]) < wide && Math.abs(middles[at][1] - one[1]) < high);
    if (worth(near) > worth(most)) most = near;
  }
  return boxOf(camera, most);
}

/** Whether the words in a box can be read when all of it is seen. @param {Camera} camera @param {{width: number, height: number} | null} box */
export const legible = (camera, box) =>
  box !== null && box.width * camera.legible <= camera.frame.clientWidth && box.height * camera.legible <= camera.frame.clientHeight;

/** Show all of some elements if they can be read so, else one of them: with each call the next.
 * @param {Camera} camera @param {Element[]} elements @param {number} turn - how often it was called before */
export function showSome(camera, elements, turn) {
  const all = boxOf(camera, elements);
  if (!all) return;
  camera.show(legible(camera, all) ? all : boxOf(camera, [elements[turn % elements.length]]));
}
