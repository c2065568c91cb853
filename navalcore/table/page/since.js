// What happened since the last choice: in order, short, dice as dice, each with its rule; numbered as on the board.
import { RuleLink } from "./choices.js";
import { tellsVerdict } from "./ended.js";
import { html } from "./html.js";
import { useMore } from "./more.js";
import { title } from "./session.js";
import { useEffect, useLayoutEffect, useRef } from "./vendor/hooks.js";

/**
 * @typedef {import("./session.js").SeatSession} SeatSession
 * @typedef {import("./types.js").EventData} Event
 * @typedef {{event: Event, dice: Event[]}} Item
 */

const MOST = 40;
/** So few steps are told one by one; of more only what matters. */
const FEW = 10;

/** The news since one's last choice that led to any, without the verdict, which stands elsewhere.
 * @param {Event[]} log @param {string} role @param {Set<number>} takenBack @param {{reason: string} | null | undefined} outcome @returns {{chosen: string, asked: string, items: Item[], quiet: string[]}} - quiet: what was chosen later and led to none */
export function sinceChoice(log, role, takenBack, outcome) {
  let end = log.length;
  /** @type {string[]} */
  const quiet = [];
  for (let place = log.length - 1; place >= 0; place--) {
    const event = log[place];
    const own = event.kind === "choice_made" && event.fields.role === role;
    if (!own && place > 0) continue;
    const items = itemsOf(log.slice(own ? place + 1 : place, end), takenBack).filter(({ event }) => !tellsVerdict(event, outcome));
    if (items.length || place === 0) return { chosen: own ? String(event.fields.text ?? "") : "", asked: own ? String(event.fields.prompt ?? "") : "", items, quiet };
    if (own && !takenBack.has(event.n)) quiet.unshift(String(event.fields.text ?? ""));
    end = place;
  }
  return { chosen: "", asked: "", items: [], quiet };
}

/** Whether an event is the dice themselves, not what a game says of them. @param {Event} event */
const isRoll = (event) => Array.isArray(event.fields.faces) && "spec" in event.fields;

/** Whether a roll and what is told after it are about a piece or a place that both name. @param {Event} roll @param {Event} event */
const about = (roll, event) =>
  !roll.places.length || !event.places.length || roll.places.some(({ place }) => event.places.some((other) => other.place === place));

/** Dice are shown with what came of them; where nothing is told of them before the next choice, alone. @param {Event[]} events @param {Set<number>} takenBack */
function itemsOf(events, takenBack) {
  const told = events.filter((event) => event.kind !== "undone" && !takenBack.has(event.n));
  const every = told.filter((event) => event.kind !== "choice_made").length <= FEW;
  /** @type {Item[]} */
  const items = [];
  /** @type {Event[]} */
  let dice = [];
  const alone = (/** @type {Event[]} */ rolls) => every && items.push(...rolls.map((event) => ({ event, dice: [event] })));
  for (const event of told) {
    if (isRoll(event)) dice.push(event);
    else if (event.kind === "choice_made") {
      alone(dice);
      dice = [];
    } else if (every || !event.detail) {
      alone(dice.filter((roll) => !about(roll, event)));
      items.push({ event, dice: dice.filter((roll) => about(roll, event)) });
      dice = [];
    }
  }
  alone(dice);
  return items.slice(-MOST);
}

/** So many choices that have led to nothing yet, such as sealed orders, are told. */
const QUIET = 3;

/** Pixels at an edge that fade while there is more beyond it. */
const FADE = 15;

/** Scroll to where an item is seen whole, if it fits, with as much as fits of what is before it.
 * @param {HTMLOListElement} box @param {HTMLElement} now */
export function showWhole(box, now) {
  const below = now === box.lastElementChild ? 1 : FADE; // sides are rounded
  const more = now.offsetHeight - box.clientHeight; // of one that is higher than the list the beginning is seen
  box.scrollTop = now.offsetTop + (more > 0 ? -FADE : Math.min(0, more + below));
}

/** Whether the text of an option is only the notation of a chart, such as "M 1619": its question tells what it was about. @param {string} text */
const isCode = (text) => text !== "" && !/\p{Ll}{3}/u.test(text);

/** @param {{session: SeatSession, openRule: (number: string) => void}} props */
export function Since({ session, openRule }) {
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const { chosen, asked, items, quiet } = session.since.value;
  const telling = session.motion.telling.value;
  const state = session.state.value;
  const shown = state !== null && items.length > 0 && !session.moment.value;
  const toNewest = () => {
    const box = list.current;
    const now = /** @type {HTMLElement | null | undefined} */ (box?.querySelector(".telling") ?? box?.lastElementChild);
    if (box && now) showWhole(box, now);
  };
  useLayoutEffect(toNewest, [items.at(-1)?.event.n, telling, shown]);
  useEffect(() => {
    if (!list.current) return;
    // It is shown again, or in another room; its own size may change then, which is for the next frame.
    const resized = new ResizeObserver(() => requestAnimationFrame(toNewest));
    resized.observe(list.current);
    return () => resized.disconnect();
  }, [shown]);
  useMore(list, shown);
  if (!state || !shown) return null;
  const begun = items.findIndex(({ event }) => event.n === telling);
  const moved = items.some(({ event }) => event.moves.length);
  return html`<section class="since" aria-labelledby="since">
    <header><h2 id="since">${quiet.length ? html`You chose <em>${quiet.slice(-QUIET).join(", ")}</em>; before that:` : chosen ? html`Since you chose <em>${chosen}</em>${isCode(chosen) && html`<span class="asked">: ${asked}</span>`}` : "What has happened"}</h2>
      ${telling ? html`<button class="small" onClick=${() => session.motion.go()} hidden=${session.motion.speed.value !== "step" && !session.motion.steps}>Next</button>
          <button class="small" onClick=${() => session.motion.skip()}>Skip</button>`
        : moved && html`<button class="small" onClick=${() => session.replay(false)} aria-label="Show again on the board">↻<span class="wide"> Again</span></button>
          <button class="small" onClick=${() => session.replay(true)}>Step</button>`}
    </header>
    <ol ref=${list} tabindex="0" aria-label="Since your choice">
      ${items.map(({ event, dice }, at) => html`<li key=${event.n} class=${telling && at > begun ? "later" : telling === event.n ? "telling" : ""}
        onMouseEnter=${() => (session.read.value = event.text)} onMouseLeave=${() => (session.read.value = "")}>
        <span class="pin" aria-hidden="true">${at + 1}</span>
        <span>${dice.length === 1 && html`<${Dice} roll=${dice[0]} said="" />`}
          ${dice[0] === event ? html`<small>${event.text}</small>` : wordsOf(event, state)}
          ${event.rule && html` <${RuleLink} number=${event.rule} open=${openRule} />`}
          ${dice.length > 1 && dice.map((roll) => html`<${Dice} key=${roll.n} roll=${roll} said=${String(roll.fields.why ?? "")} />`)}</span>
      </li>`)}
    </ol>
  </section>`;
}

/** A roll: each die as a die, filled where it is as low as needed, and what is said of it. @param {{roll: Event, said: string}} props */
function Dice({ roll, said }) {
  const faces = /** @type {number[]} */ (roll.fields.faces);
  const needed = /** @type {[string, number][]} */ (roll.fields.needed ?? []);
  const most = needed.reduce((sum, [, value]) => sum + value, 0);
  const hits = (/** @type {number} */ face) => needed.length > 0 && (roll.fields.summed ? Number(roll.fields.total) : face) <= most;
  const sides = Number(/d(\d+)/.exec(String(roll.fields.spec ?? ""))?.[1] ?? 6);
  return html`<span class=${said ? "roll said" : "roll"} title=${roll.text}>
    ${faces.slice(0, 12).map((face, at) => html`<${Die} key=${at} face=${face} sides=${sides} hit=${hits(face)} />`)}
    ${faces.length > 12 && html`<span> and ${faces.length - 12} more</span>`}
    ${said && html`<small>${said}</small>`}</span> `;
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @param {{face: number, sides: number, hit: boolean}} props */
function Die({ face, sides, hit }) {
  const pips = sides === 6 ? PIPS[face] : undefined;
  const more = 8 * Math.max(0, String(face).length - 2); // a die is as wide as its number
  return html`<svg class=${hit ? "die hit" : "die"} viewBox=${`0 0 ${22 + more} 22`} role="img" aria-label=${`a die shows ${face}${hit ? ", as needed" : ""}`}>
    ${sides === 6 ? html`<rect x="1" y="1" width="20" height="20" rx="4" />` : html`<path d=${`M${11 + more / 2} .8 ${21 + more} 7v8L${11 + more / 2} 21.2 1 15V7Z`} />`}
    ${pips ? pips.map((at) => html`<circle cx=${5.5 + 5.5 * (at % 3)} cy=${5.5 + 5.5 * Math.floor(at / 3)} r="1.9" />`)
      : html`<text x=${11 + more / 2} y="15" text-anchor="middle">${face}</text>`}
  </svg>`;
}

/** What an event says to people, who know roles by their names. @param {Event} event @param {import("./session.js").State} state */
export function wordsOf(event, state) {
  const role = String(event.fields.role ?? "");
  return role && event.text.startsWith(role) ? title(state, role) + event.text.slice(role.length) : event.text;
}
