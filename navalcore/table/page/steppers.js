// Sharing out a number over several targets, such as attack points: all of it in one dialog, and sent when it is shared out.
import { factsOf } from "./acting.js";
import { html } from "./html.js";
import { useState } from "./vendor/hooks.js";

/**
 * @typedef {import("./session.js").SeatSession} SeatSession
 * @typedef {import("./session.js").Option} Option
 * @typedef {{field: string, total: number, targets: Map<string, Option[]>}} Sharing
 */

/** How often it is looked whether the next question has come, after an answer. */
const MOST_IDLE = 1000;

/** @param {Option} option */
const targetOf = (option) => option.places.find((each) => each.as === "target")?.place ?? "";

/** The number that options share out over targets, if that is what they do: each names a target, and those of one target differ
 * in one number. @param {Option[]} options @param {import("./types.js").DecisionData | null | undefined} decision @returns {Sharing | null} */
export function sharing(options, decision) {
  const [first] = options;
  if (!decision || !first || options.some((option) => !targetOf(option) || option.kind !== first.kind)) return null;
  /** @type {Map<string, Option[]>} */
  const targets = new Map();
  for (const option of options) targets.set(targetOf(option), [...(targets.get(targetOf(option)) ?? []), option]);
  const most = [...targets.values()].reduce((one, other) => (other.length > one.length ? other : one));
  if (targets.size < 2 || most.length < 2) return null;
  const numbers = Object.keys(first.fields).filter((name) => new Set(most.map((option) => option.fields[name])).size > 1);
  if (numbers.length !== 1 || most.some((option) => typeof option.fields[numbers[0]] !== "number")) return null;
  const [field] = numbers;
  const total = Number(decision.fields[field] ?? Math.max(...options.map((option) => Number(option.fields[field]))));
  return { field, total, targets };
}

/** Take the options that share it out, one after the other; what follows differently is left to the person.
 * @param {SeatSession} session @param {string} field @param {Map<string, number>} given */
async function shareOut(session, field, given) {
  const kind = session.state.peek()?.snapshot.decision?.kind;
  for (const [target, number] of given) {
    const decision = session.state.peek()?.snapshot.decision;
    const option = session.options.peek().find((each) => targetOf(each) === target && each.fields[field] === number);
    if (!decision || decision.kind !== kind || !option) return;
    const answer = await session.decide(option);
    if (answer?.error || !(await made(session, decision.number))) return;
  }
}

/** Wait until a decision is made: whether it was, or was taken back before it was sent. @param {SeatSession} session @param {number} number */
async function made(session, number) {
  const asked = () => session.state.peek()?.snapshot.decision?.number === number;
  for (let idle = 0; asked() && idle < MOST_IDLE; idle++) {
    if (session.held.peek() || session.asking.peek() || session.busy.peek()) idle = 0;
    else if (session.chosen.peek()?.decision !== number) return false;
    await new Promise((done) => setTimeout(done, 20));
  }
  return !asked();
}

/** @param {{session: SeatSession, shared: Sharing}} props */
export function Steppers({ session, shared }) {
  const { field, total, targets } = shared;
  const [given, setGiven] = useState(/** @type {Map<string, number>} */ (new Map()));
  const decision = session.state.value?.snapshot.decision;
  const left = total - [...given.values()].reduce((sum, each) => sum + each, 0);
  const step = (/** @type {string} */ target, /** @type {number} */ by) => {
    const next = new Map(given).set(target, (given.get(target) ?? 0) + by);
    setGiven(new Map([...next].filter(([, number]) => number > 0)));
  };
  return html`<div class="steppers" role="group" aria-label=${`Share out ${total} ${field}`}>
    ${[...targets].map(([target, options]) => {
      const number = given.get(target) ?? 0;
      const name = session.titles.value.get(target) ?? options[0].text;
      const option = options.find((each) => each.fields[field] === Math.max(1, number));
      const told = option ? factsOf(option, decision).slice(0, 2).map((fact) => fact.text).join("; ") : "";
      return html`<div class="stepper" key=${target} onMouseEnter=${() => (session.pointed.value = target)} onMouseLeave=${() => (session.pointed.value = "")}>
        <span class="name">${name}${told && html`<small>${number ? "" : "with 1: "}${told}</small>`}</span>
        <button class="square" aria-label=${`Fewer on ${name}`} disabled=${!number} onClick=${() => step(target, -1)}>−</button>
        <output>${number}</output>
        <button class="square" aria-label=${`More on ${name}`} disabled=${!left} onClick=${() => step(target, 1)}>+</button>
      </div>`;
    })}
    <p class="pinned"><button id="share-out" class="main" disabled=${left > 0 || session.busy.value} onClick=${() => session.hurried() || shareOut(session, field, given)}>Do it</button>
      <span class="hint"> ${left ? `${left} of ${total} ${field} left` : `all ${total} ${field} are shared out`}<span class="below">; or one by one below</span>.</span></p>
  </div>`;
}
