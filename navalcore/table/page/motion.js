// What moves on the board: the moves of the events, one after the other, from where to where along their ways.
import { shrink } from "./grown.js";
import { signal } from "./vendor/signals.js";

/**
 * @typedef {import("./types.js").EventData} Event
 * @typedef {import("./types.js").MoveData} Move
 * @typedef {"none" | "fast" | "normal" | "slow" | "step"} Speed
 */

const SVG = "http://www.w3.org/2000/svg";
const KEPT = "navalcore speed";
/** Milliseconds for one step of a way. @type {Record<Speed, number>} */
const STEP = { none: 0, fast: 150, normal: 320, slow: 700, step: 450 };
/** No news take longer than this altogether, unless somebody goes through them step by step. */
const LONGEST = 5000;
/** Whether the device asks for less motion. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @returns {Speed} */
function kept() {
  try {
    return /** @type {Speed} */ (localStorage.getItem(KEPT) ?? "normal");
  } catch {
    return "normal";
  }
}

/** The one queue of what is shown. */
export class Motion {
  constructor() {
    this.speed = signal(kept());
    /** The number of the event that is shown now; 0: all of them have been. */
    this.telling = signal(0);
    this.jump = false;
    /** What is still to be shown. @type {(() => Promise<void>)[]} */
    this.waiting = [];
    /** Whether somebody goes through the news step by step this time. */
    this.steps = false;
    /** Goes on, where somebody steps. */
    this.go = () => {};
  }

  /** @param {Speed} speed */
  set(speed) {
    this.speed.value = speed;
    try {
      localStorage.setItem(KEPT, speed);
    } catch {
      return; // a browser that keeps nothing
    }
  }

  get wanted() {
    return this.speed.peek() !== "none" && !calm.matches && !document.hidden;
  }

  /** Show something after all that is still to be shown; at once if that is nothing. @param {() => Promise<void>} show */
  async queue(show) {
    this.waiting.push(show);
    if (this.waiting.length > 1) return;
    for (; this.waiting.length; this.waiting.shift()) await this.waiting[0]().catch((error) => setTimeout(() => { throw error; }));
    this.jump = this.steps = false;
  }

  /** Everything is there at once. */
  skip() {
    if (!this.waiting.length) return;
    this.jump = true;
    this.go();
    for (const each of document.getAnimations()) if (each.id === "move") each.finish();
  }

  /** Show what events moved, from the picture that is seen to the one that comes.
   * @param {Element} root - the board @param {Element} now @param {Element | null} next @param {Event[]} events */
  async play(root, now, next, events) {
    const moving = events.filter((event) => event.moves.length);
    const steps = this.steps || this.speed.peek() === "step";
    const usual = STEP[steps ? "step" : this.speed.peek()] || STEP.normal;
    const step = steps ? usual : Math.min(usual, LONGEST / (2 * moving.length || 1));
    const end = steps ? Infinity : performance.now() + LONGEST;
    for (const event of moving) {
      if (this.jump || performance.now() > end) break; // each step takes a little longer than it should
      this.telling.value = event.n;
      await Promise.all(event.moves.map((move) => animate(root, now, next, move, step)));
      if (steps && !this.jump && event !== moving.at(-1)) await new Promise((go) => (this.go = () => go(null)));
    }
    this.telling.value = 0;
  }
}

/** The middle of something drawn, of a piece without what hangs over it, in units of the board. @param {Element | undefined} element @returns {[number, number] | null} */
export function middle(element) {
  if (!element) return null;
  const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (element.querySelector(":scope > .edge") ?? element).getBBox();
  return [x + width / 2, y + height / 2];
}

/** The piece or region of an id; of equal pieces the one that lies at a place.
 * @param {Element} within @param {string} id @param {string} [at] */
export function find(within, id, at) {
  const found = id ? [...within.querySelectorAll(`[data-place="${CSS.escape(id)}"]`)] : [];
  const lies = (/** @type {Element} */ each) => each.getAttribute("data-at") ?? at;
  return found.find((each) => !at || lies(each) === at);
}

/** A disc for a piece that neither picture has, such as a card that was played and is gone.
 * @param {Element} now @param {[number, number] | null} at */
function token(now, at) {
  if (!at) return undefined;
  const disc = document.createElementNS(SVG, "circle");
  for (const [key, value] of Object.entries({ cx: at[0], cy: at[1], r: 9, class: "token" })) disc.setAttribute(key, String(value));
  now.append(disc);
  return disc;
}

/** What moves, and where it is on its way: from its place on, as transforms; the last of them stays.
 * @param {Element} root @param {Element} now @param {Element | null} next @param {Move} move
 * @returns {{mover: SVGElement, points: string[]} | null} */
export function track(root, now, next, { piece, from, to, count, way }) {
  const [old, there] = [find(now, piece, from), next ? find(next, piece, to) : undefined];
  const stays = old && count && next && find(next, piece, from);
  const source = old ?? there ?? token(now, middle(find(root, from)) ?? middle(find(root, to)));
  if (!source) return null;
  const own = source === old ? !stays : source !== there;
  const mover = /** @type {SVGElement} */ (own ? source : source.cloneNode(true));
  if (!own) now.append(mover);
  shrink(mover);
  const home = middle(source);
  const still = root.querySelector(".still") ?? root;
  const end = middle(there) ?? middle(find(still, to));
  const legs = [old ? null : middle(find(still, from)), ...way.map((id) => middle(find(still, id))), end];
  if (!home) return null;
  const points = legs.flatMap((at) => (at ? [`translate(${at[0] - home[0]}px, ${at[1] - home[1]}px)`] : []));
  if (old) points.unshift(mover.dataset.offset ?? "none");
  mover.dataset.at = to;
  mover.dataset.offset = points.at(-1) ?? "none";
  mover.style.visibility = "visible";
  return points.length < 2 ? null : { mover, points };
}

/** @param {Element} root @param {Element} now @param {Element | null} next @param {Move} move @param {number} step */
async function animate(root, now, next, move, step) {
  const found = track(root, now, next, move);
  if (!found) return;
  const { mover, points } = found;
  const frames = points.map((transform, at) => ({ transform, opacity: at === points.length - 1 && !move.to ? 0 : 1 }));
  const duration = step * (1 + Math.min(points.length - 1, 6));
  const { finished } = mover.animate(frames, { duration, id: "move", fill: "forwards", easing: "ease-in-out" });
  // A window that nobody sees draws no frames, and what moves in it would never arrive.
  await Promise.race([finished.catch(() => {}), new Promise((done) => setTimeout(done, duration + 400))]);
}
