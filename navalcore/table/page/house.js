// The rules of a table, beside those of the game: set by whoever begins a match, shown to everybody before they sit down.
import { html } from "./html.js";

/** @typedef {import("./types.js").HouseRules} House */

/** What holds where nothing else is said. @type {Required<House>} */
export const USUAL = { absent: "free", absent_days: 14, move_hours: 0, reserve_hours: 0, runs_out: "claim", leave_days: 21 };

const RUNS_OUT = { claim: "others may claim the match", bot: "a bot plays on", loss: "the match is lost" };

/** The rules of a table, in sentences. @param {{house: House, undo: string}} table */
export function terms({ house, undo }) {
  const { absent, absent_days, move_hours, reserve_hours, runs_out, leave_days } = { ...USUAL, ...house };
  const times = (/** @type {number} */ count, /** @type {string} */ unit) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  const said = [undo === "free" ? "Choices may be taken back even after something new was learned." : "Choices may be taken back until something new is learned."];
  said.push(absent === "wait" ? "Nobody decides about the seat of somebody who stays away."
    : `The seat of somebody who has been awaited for ${times(absent_days, "day")} may be freed${absent === "bot" ? ", or given to a bot" : ""}.`);
  said.push(`A seat that nobody has may be given to a bot by ${absent === "bot" ? "any player" : "the one who began the match"}.`);
  said.push(move_hours || reserve_hours
    ? `Each time one is awaited the clock gives ${times(move_hours, "hour")}, and ${reserve_hours} in reserve, with ${times(leave_days, "day")} of leave. Then ${RUNS_OUT[runs_out]}.`
    : "There is no clock.");
  return said;
}

/** The fields in which they are set. @param {{house: Required<House>, undo: string, change: (house: Required<House>) => void}} props */
export function HouseFields({ house, undo, change }) {
  const set = (/** @type {Partial<House>} */ part) => change({ ...house, ...part });
  const choice = (/** @type {"absent" | "runs_out"} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ ways) => html`<div class="field">
    <label for=${`house-${name}`}>${label}</label>
    <select id=${`house-${name}`} onChange=${(/** @type {any} */ event) => set({ [name]: event.target.value })}>
      ${ways.map(([value, text]) => html`<option value=${value} selected=${value === house[name]}>${text}</option>`)}
    </select></div>`;
  const number = (/** @type {"absent_days" | "move_hours" | "reserve_hours" | "leave_days"} */ name, /** @type {string} */ label, /** @type {number} */ least, /** @type {number} */ most) => html`<div class="field">
    <label for=${`house-${name}`}>${label}</label>
    <input id=${`house-${name}`} type="number" min=${least} max=${most} step="1" value=${house[name]}
      onInput=${(/** @type {any} */ event) => event.target.value !== "" && set({ [name]: Math.min(most, Math.max(least, Number(event.target.value) || least)) })} /></div>`;
  return html`<details id="house">
    <summary>Rules of the table</summary>
    ${choice("absent", "If somebody stays away", [["wait", "everybody waits"], ["free", "the seat may be freed"], ["bot", "the seat may be freed, or given to a bot"]])}
    ${house.absent !== "wait" && number("absent_days", "after so many days", 1, 365)}
    ${number("move_hours", "Clock: hours for each time one is awaited (0: none)", 0, 1000)}
    ${number("reserve_hours", "and hours in reserve for the whole match", 0, 10000)}
    ${(house.move_hours > 0 || house.reserve_hours > 0) && html`
      ${choice("runs_out", "When a clock has run out", [["claim", RUNS_OUT.claim], ["bot", RUNS_OUT.bot], ["loss", RUNS_OUT.loss]])}
      ${number("leave_days", "Days of leave, with the clock stopped", 0, 365)}`}
    <${Terms} house=${house} undo=${undo} />
  </details>`;
}

/** The rules of a table as a list. @param {{house: House, undo: string}} props */
export function Terms({ house, undo }) {
  return html`<ul class="terms">${terms({ house, undo }).map((each) => html`<li class="hint">${each}</li>`)}</ul>`;
}
