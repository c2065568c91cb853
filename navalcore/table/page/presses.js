// When and where the last presses were made: a busy page hears late of a press, when another question may be shown.

/** A second press within so many milliseconds is one of a double click. */
const HURRY = 400;
/** So many pixels apart, two presses are at the same spot. */
const SPOT = 24;

/** @typedef {{at: number, x: number, y: number}} Press */

/** The last press, whatever it did, and whether it is a second one or one more. */
let last = { at: -Infinity, x: 0, y: 0, again: false };
/** Where the pointer went down, until that has become a click. @type {Press | null} */
let down = null;
/** Whether a key is kept down. */
let kept = false;

/** @param {Press} press */
const note = ({ at, x, y }) => (last = { at, x, y, again: kept || (at - last.at < HURRY && Math.hypot(x - last.x, y - last.y) < SPOT) });

/** @param {MouseEvent} event @returns {Press} */
const pressOf = ({ timeStamp, clientX, clientY }) => ({ at: timeStamp, x: clientX, y: clientY });

addEventListener("pointerdown", (event) => ((down = pressOf(event)), (kept = false)), true);
addEventListener("pointercancel", () => (down = null), true);
addEventListener("click", (event) => (note(event.detail && down ? down : pressOf(event)), (down = null)), true);
addEventListener(
  "keydown",
  ({ key, repeat, target, timeStamp }) => {
    kept = repeat;
    const pressed = key === "Enter" || key === " ";
    if (pressed && /** @type {Element} */ (target).closest("[data-place]")) note({ at: timeStamp, x: 0, y: 0 }); // no click follows
  },
  true,
);

/** When the last press was made: before the page heard of it. */
export const pressedAt = () => last.at;

/** Whether the last press is the second of a double click, or one more. */
export const isRepeated = () => last.again;

/** Let the next press be a first one. */
export const forgetPresses = () => {
  last = { at: -Infinity, x: 0, y: 0, again: false };
};
