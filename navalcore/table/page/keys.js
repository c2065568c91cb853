// Playing by keyboard: letters that jump and press, and where the focus is after a choice.
import { html } from "./html.js";
import { forgetPresses } from "./presses.js";
import { useEffect, useState } from "./vendor/hooks.js";

/** @typedef {import("./session.js").SeatSession} SeatSession */

const KEPT = "navalcore letter keys";

/** Whether the page is used with a pointer now: then what gets the focus back shows no ring. */
const byPointer = (/** @type {boolean} */ on) => () => document.documentElement.classList.toggle("by-pointer", on);
addEventListener("pointerdown", byPointer(true), true);
addEventListener("keydown", byPointer(false), true);

/** Whether letters press buttons: whoever speaks to his computer may not want it. */
function lettersCount() {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    return true;
  }
}

/** @param {string} what */
const first = (what) => /** @type {HTMLElement | null} */ (document.querySelector(what));

/** Where a letter goes: in which part of what stands beside the board, and to what there.
 * @type {Record<string, [string, () => HTMLElement | null]>} */
const PLACES = {
  b: ["", () => first(".board svg:not(.coming) .can") ?? first(".board [data-place]") ?? first(".text-board")],
  o: ["choose", () => first(".choose:not([disabled])") ?? first("#question")],
  l: ["log", () => first(".log ol [tabindex='0']") ?? first(".log ol")],
  "/": ["log", () => first("#line")],
};

/** Buttons that a key presses. @type {Record<string, string>} */
const BUTTONS = { i: "#briefing-key", 0: "#fit", m: "#mine", w: "#happened" };

/** Letters jump to a part of the page, figures to an option; u takes back; others move the camera.
 * @param {KeyboardEvent} event @param {SeatSession} session */
export function hotKey(event, session) {
  const target = /** @type {Element} */ (event.target);
  if (event.key === "Escape" && !target.closest("dialog, [role=dialog]")) {
    const held = session.held.peek();
    session.takeHeldBack(); // a line is typed meanwhile, too
    forgetPresses();
    if (!held && target.id === "line") session.sheet.focus("choose", () => first("#question"));
  }
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog, [role=dialog]")) return;
  if (!lettersCount()) return;
  if (event.key in PLACES) {
    event.preventDefault();
    session.sheet.focus(...PLACES[event.key]);
  }
  if (event.key === "u") first("#undo")?.click();
  if (event.key === "+" || event.key === "=") session.camera?.zoom(1.4);
  if (event.key === "-") session.camera?.zoom(1 / 1.4);
  if (event.key in BUTTONS) first(BUTTONS[event.key])?.click();
  const option = /^[1-9]$/.test(event.key) ? first(`.choose[data-number="${event.key}"]`) : null;
  if (option) session.sheet.focus("choose", () => option);
}

/** The first stop of the Tab key: past the board, where there may be sixty stops more.
 * @param {{session: SeatSession}} props */
export function Skip({ session }) {
  return html`<button class="skip" onClick=${() => session.sheet.focus("choose", () => first("#question"))}>To the question</button>`;
}

/** What the keys do, and whether letters count. */
export function Keys() {
  const [on, setOn] = useState(lettersCount);
  const change = () => {
    try {
      localStorage.setItem(KEPT, on ? "off" : "on");
    } catch {
      return; // a browser that keeps nothing
    }
    setOn(!on);
  };
  return html`<details class="keys">
    <summary>Keys</summary>
    <dl>
      ${[
        ["b", "to the board; arrows go to the neighbours of a place, Enter chooses there"],
        ["o", "to the options; 1 to 9 to one of them"],
        ["l", "to the log; arrows go through its lines"],
        ["/", "to the line where you say what you do"],
        ["u", "takes back; Esc takes back what is not done yet, and leaves the line"],
        ["+ - 0", "larger, smaller, the whole board; Shift and arrows move it"],
        ["i", "what this match is about"],
        ["m w", "to where I may act, to where it happened"],
      ].map(([key, does]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}
    </dl>
    <label class="tick"><input type="checkbox" checked=${on} onChange=${change} /> letters and figures do this</label>
  </details>`;
}

/** Give the focus back after a choice: what had it is gone, and whoever plays by keyboard would begin at the top.
 * @param {SeatSession} session */
export function useFocusKept(session) {
  const { chosen } = session;
  const busy = session.busy.value;
  const decision = session.state.value?.snapshot.decision ?? null;
  useEffect(() => {
    const from = chosen.value;
    if (!from || busy) return;
    const asked = decision !== null && decision.number !== from.decision;
    const focused = document.activeElement;
    if (!focused || focused === document.body || focused.id === "question") {
      const place = asked && from.part === "board" ? first(".board .can") : null;
      (place ?? first("#question"))?.focus({ preventScroll: true });
    }
    if (asked) chosen.value = null;
  }, [busy, decision, chosen.value]);
}
