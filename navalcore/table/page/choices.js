// The list of options and the input line, made of the same one list.
import { does, factsOf, figuresOf, grouped, inList, leadOf, optionOf } from "./acting.js";
import { RealDice } from "./dice.js";
import { isPlayedByBot, sentence, tellsVerdict } from "./ended.js";
import { html } from "./html.js";
import { useInSight } from "./in_sight.js";
import { ruleAbout } from "./rulebook.js";
import { invitationTo, seatAddress, seatsAt } from "./seats.js";
import { called, refusal, waiting } from "./session.js";
import { Invitation } from "./share.js";
import { wordsOf } from "./since.js";
import { Steppers, sharing } from "./steppers.js";
import { useRef, useState } from "./vendor/hooks.js";

/**
 * @typedef {import("./session.js").SeatSession} SeatSession
 * @typedef {import("./session.js").Option} Option
 */

/** A heading as people write it. @param {string} group */
const words = (group) => group.replace(/\W+$/, "").replace(/^./, (letter) => letter.toUpperCase());

/** How many letters of an option say again the heading that it is under: its words, or the letter that they explain.
 * @param {Option} option */
const again = ({ text, group }) => {
  const [letter] = group.split(" ");
  const begun = [group, ...(letter.length === 1 ? [letter] : [])].find((each) => text.toLowerCase().startsWith(`${each.toLowerCase()} `));
  return begun ? begun.length + 1 : 0;
};

/** Whether there is room for another option beside this one. @param {Option} option */
const isShort = (option) => option.text.length > 2 && option.text.length < 21 && !option.meaning && !option.facts?.length;

/** Whether an option is a letter or two and a word, such as a direction and where it leads: on a phone two stand side by side.
 * @param {Option} option */
const isBrief = (option) => option.text.length < 3 && option.meaning.length < 12;

/** Whether an option stands last: after those that do something on the board. @param {SeatSession} session @param {Option} option */
const isLast = (session, option) => session.last(option) || !does(option, session.asked());

/** So many options are in sight at once, more or less: below more of them what ends the step stays in sight. */
const IN_SIGHT = 4;

/** How a group is shown: side by side where they are short, pale where they stand last and something stands before them, and
 * always in sight where one or two end a long list.
 * @param {SeatSession} session @param {Option[]} some @param {Option[]} listed */
function classOf(session, some, listed) {
  const short = some.length < 4 ? "" : some.every(isShort) ? " short" : some.every(isBrief) ? " brief" : "";
  if (!isLast(session, some[0]) || listed.every((each) => isLast(session, each))) return `group${short}`;
  const ends = some.length < 3 && some.at(-1) === listed.at(-1) && listed.length > IN_SIGHT;
  return `group${short} last${ends ? " pinned" : ""}`;
}

/** @param {{session: SeatSession, openRule: (number: string) => void}} props */
export function Choices({ session, openRule }) {
  const state = session.state.value;
  const past = session.moment.value;
  if (!state) return null;
  const { decision, outcome, may_undo } = state.snapshot;
  const options = session.options.value;
  const shared = sharing(options, decision);
  const listed = inList(options);
  const figures = figuresOf(listed);
  const headed = (/** @type {Option[]} */ some) => some.length > 1 && some.length < options.length;
  return html`<section class="choices" aria-labelledby="question">
    <h2 id="question" tabindex="-1" class=${decision && !past ? "mine" : outcome ? "hint" : ""}>
      ${past ? "As it stood then" : outcome ? "Look back at it, or play again." : decision ? decision.prompt : waiting(state)}
    </h2>
    ${past && html`<${Then} session=${session} past=${past} />`}
    ${decision && !past && decision.rule && html`<${RuleLink} number=${decision.rule} about=${decision.prompt} open=${openRule} />`}
    ${decision && !past && state.snapshot.waiting_for.length > 1 && html`<p class="hint">${waiting(state)}</p>`}
    ${!past && seatsAt(session.match).filter(({ role }) => role !== state.snapshot.role && state.snapshot.waiting_for.includes(role)).map((seat) => html`<p key=${seat.role}><a class="button" href=${seatAddress(seat)}>Take the seat of ${called(state, seat.role)}</a></p>`)}
    ${decision?.secret && !past && html`${" "}<p class="hint">Sealed until the rules reveal it.</p>`}
    <${RealDice} session=${session} openRule=${openRule} />
    ${shared && html`<${Steppers} key=${decision?.number} session=${session} shared=${shared} />`}
    ${grouped(options).map(
      ([kind, some]) => html`<div class=${classOf(session, some, listed)} key=${kind} role="group" aria-label=${words(kind)}>
        ${headed(some) && html`<h3>${words(kind)}</h3>`}
        ${some.map((option) => html`<${OneOption} key=${option.key} option=${option} number=${figures.get(option.key) ?? 0} skip=${headed(some) ? again(option) : 0} session=${session} />`)}
      </div>`,
    )}
    <div class="row ends">
      ${may_undo && !past && !outcome && state.snapshot.role !== "spectator" && html`<button id="undo" disabled=${session.busy.value} onClick=${() => session.undo()}>Take back</button>`}
      ${decision && !past && html`<${LeftOut} key=${decision.number} session=${session} openRule=${openRule} />`}
    </div>
  </section>`;
}

/** What was asked at a moment of the past, and what had happened last.
 * @param {{session: SeatSession, past: import("./session.js").Moment}} props */
function Then({ session, past }) {
  const state = session.state.value;
  const last = session.log.value.filter((event) => !event.detail && event.n <= past.told && !tellsVerdict(event, state?.snapshot.outcome)).at(-1);
  return html`${last && state && html`<p class="just">${wordsOf(last, state)}</p>`}
    ${past.snapshot.decision && html`<p><b>${past.snapshot.decision.prompt}</b></p>`}`;
}

/** What cannot be chosen now, and why. @param {{session: SeatSession, openRule: (number: string) => void}} props */
function LeftOut({ session, openRule }) {
  const [refusals, setRefusals] = useState(/** @type {{text: string, rule: string, reason: string}[] | null} */ (null));
  const told = useInSight(refusals);
  const ask = async (/** @type {any} */ event) => {
    if (event.target.open) setRefusals((await session.connection.act({ act: "why_not" })).refusals ?? []);
  };
  return html`<details class="left-out opened" ref=${told} onToggle=${ask}>
    <summary>What is left out, and why</summary>
    <ul>
      ${refusals?.length === 0 && html`<li class="hint">Nothing is ruled out here.</li>`}
      ${(refusals ?? []).map((each) => html`<li><b>${each.text}</b>: ${each.reason} ${each.rule && html`<${RuleLink} number=${each.rule} open=${openRule} />`}</li>`)}
    </ul>
  </details>`;
}

/** What is known at the table about an option. @param {{option: Option, session: SeatSession}} props */
export function Facts({ option, session }) {
  const told = factsOf(option, session.state.value?.snapshot.decision).slice(0, 3);
  return told.length > 0 && html`<small class="known">${told.map((fact) => html`<span key=${fact.name + fact.text}>${fact.text}</span> `)}</small>`;
}

/** Whether something rests on an option without pressing it: a finger does not. */
const HOVERS = matchMedia("(hover: hover)");

/** @param {{option: Option, number: number, skip: number, session: SeatSession}} props */
function OneOption({ option, number, skip, session }) {
  const [chances, setChances] = useState(/** @type {any} */ (null));
  const opened = useInSight(chances);
  const ask = async () => {
    if (chances) return setChances(null);
    const decision = session.state.peek()?.snapshot.decision;
    if (!decision) return;
    setChances({ waiting: true });
    const answer = await session.connection.act({ act: "odds", decision: decision.number, key: option.key });
    setChances(answer.error ? { fault: answer.error.message } : { found: answer.odds });
  };
  const meaning = option.meaning;
  const lead = leadOf(session.options.value, option);
  const told = meaning || (option.text.length < 3 ? session.titles.value.get(lead) : "");
  const point = (/** @type {boolean} */ on) => () => (session.pointed.value = on ? lead : "");
  const waits = session.keeping.value && session.held.value?.key === option.key;
  return html`<div class="option">
    <button class="choose" disabled=${session.busy.value} aria-pressed=${waits || undefined} data-key=${option.key} data-number=${number < 10 ? number : undefined} onClick=${() => session.press(option)}
      onMouseEnter=${point(HOVERS.matches)} onMouseLeave=${point(false)} onFocus=${point(true)} onBlur=${point(false)}>${skip > 0 && html`<span class="spoken">${option.text.slice(0, skip)}</span>`}${option.text.slice(skip)}${told && html` <small>${told}</small>`}
<${Facts} option=${option} session=${session} />
      ${option.warning && html` <small class="bad">${option.warning}</small>`}</button>
    <button class="ask" aria-expanded=${chances !== null} aria-label=${`Chances of: ${option.text}`} title="Chances" onClick=${ask}>%</button>
    ${chances && html`<div ref=${opened} class="opened"><${Chances} chances=${chances} /></div>`}
  </div>`;
}

/** @param {import("./types.js").ProspectData} outcome */
const percent = (outcome) =>
  outcome.standard_error > 0
    ? `about ${(100 * outcome.probability).toFixed(1)} % ± ${(100 * outcome.standard_error).toFixed(1)}`
    : `${(100 * outcome.probability).toFixed(1)} %`;

/** What may come of an option after which one chooses on, from its least to its greatest chance.
 * @param {import("./types.js").OddsData} odds @returns {[string, string][]} */
const ranges = (odds) =>
  Object.entries(odds.ranges ?? {}).map(([text, ends]) => {
    const [least, most] = ends.map((end) => (100 * end).toFixed(1));
    const off = odds.range_errors?.[text];
    return [text, `${off ? "about " : ""}${least === most ? most : `${least} to ${most}`} %${off ? ` ± ${(100 * off).toFixed(1)}` : ""}`];
  });

/** What may come of an option, each with its chance. @param {import("./types.js").OddsData} odds @returns {[string, string][]} */
function prospects(odds) {
  if (!odds.ways) return odds.outcomes.map((each) => [each.ending ? `${each.text} (${each.ending.reason})` : each.text, percent(each)]);
  const found = ranges(odds);
  return found.length ? found : [["Chance has no say before another role decides.", ""]];
}

/** What may come of an option. @param {{chances: any}} props */
function Chances({ chances }) {
  if (chances.waiting) return html`<p role="status">Working it out.</p>`;
  if (chances.fault) return html`<p class="bad" role="status">${chances.fault}</p>`;
  const odds = /** @type {import("./types.js").OddsData} */ (chances.found);
  return html`<div class="chances" role="status">
    ${odds.always.length > 0 && html`<p>In any case: ${odds.always.join(" ")}</p>`}
    ${!odds.ways && odds.outcomes.length === 1 && odds.always.length > 0 ? html`<p class="hint">${sentence(odds.basis ?? "")}</p>` : html`<table>
      <caption>${sentence(odds.basis ?? "")}</caption>
      <tbody>
        ${prospects(odds).map(([text, chance]) => html`<tr key=${text}><th scope="row">${text}</th><td>${chance}</td></tr>`)}
      </tbody>
    </table>`}
  </div>`;
}

/** A rule's number, which opens the rule at the sentence it is about. @param {{number: string, open: (number: string) => void, about?: string, more?: object}} props */
export function RuleLink({ number, open, about, more }) {
  return html`<button class="rule" ...${more} onClick=${() => open(about ? ruleAbout(number, about) : number)} aria-label=${`Rule ${number}`}>${number}</button>`;
}

const HELP =
  "Type words of an option, or: why WORDS, undo, orders WHAT, recall, rule NUMBER, odds OPTION, places, log, board, options.";

/** Said of a choice while it is kept. */
const WAITS = ": done in three seconds. Escape takes it back.";

/** One line for everything: an option, or a command. @param {{session: SeatSession, openRule: (number: string) => void}} props */
export function InputLine({ session, openRule }) {
  const [text, setText] = useState("");
  const [said, setSaid] = useState(/** @type {string[]} */ ([]));
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const line = text.trim();
    setText("");
    if (line) setSaid(await answered(session, line, openRule, session.about.peek().commands));
    input.current?.focus();
  };
  return html`<form class="line" onSubmit=${submit}>
    <label for="line" class="spoken">Say what you do</label>
    <input id="line" ref=${input} maxlength="400" autocomplete="off" autocapitalize="off" spellcheck=${false} value=${text}
      placeholder="Say what you do, or help" onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
    <button type="submit">Do</button>
    <div class="answer" role="status" aria-live="polite">${said.filter((each) => session.held.value || !each.endsWith(WAITS)).map((each) => html`<p>${each}</p>`)}</div>
  </form>`;
}

/**
 * Carry out one line; what is answered.
 * @param {SeatSession} session @param {string} line @param {(number: string) => void} openRule
 * @param {Record<string, string>} commands @returns {Promise<string[]>}
 */
async function answered(session, line, openRule, commands) {
  const [first, ...others] = line.split(/\s+/);
  const word = first.toLowerCase().replace(/^\//, "");
  const rest = others.join(" ");
  const options = session.options.peek();
  const wanted = line.replace(/\s+/g, " ").toLowerCase();
  const numbered = /^\d+$/.test(line) ? optionOf(options, line) : undefined;
  const named = options.find((each) => each.text.toLowerCase() === wanted || each.key.toLowerCase() === wanted) ?? numbered;
  if (named) return taken(session, named);
  /** @type {Record<string, () => Promise<string[]> | string[]>} */
  const doing = {
    help: () => [HELP, ...Object.entries(commands).map(([name, text]) => `${name}: ${text}`)],
    options: () => inList(options).map((each) => [`${figuresOf(inList(options)).get(each.key)} ${each.text}`, each.meaning].filter(Boolean).join(": ")),
    undo: async () => (await session.undo(), [session.notice.peek().text]),
    why: async () => whyNot(session, rest),
    rule: () => (openRule(rest), []),
    orders: async () => {
      const answer = await session.order(rest);
      return answer ? [answer.error?.message ?? `A bot answers for you: ${rest}.`] : [];
    },
    recall: async () => [`Taken back: ${((await session.act({ act: "recall", words: rest })).recalled ?? []).join(", ") || "nothing"}.`],
    odds: () => oddsOf(session, rest),
    log: () => session.log.peek().filter((each) => !each.detail).slice(-10).map((each) => each.text),
    places: () => placesOf(options, session.titles.peek()),
    board: async () => [(await session.connection.act({ act: "text_board" })).said?.text ?? ""],
  };
  if (word in doing) return doing[word]();
  const command = Object.keys(commands).find((name) => name.toLowerCase() === word);
  if (command) {
    const answer = await session.connection.act({ act: "ask", command, argument: rest });
    return String(answer.said ?? answer.error?.message).split("\n");
  }
  const meant = options.filter((each) => each.text.toLowerCase().startsWith(wanted));
  if (meant.length === 1) return taken(session, meant[0]);
  return options.length ? meantBy(session, line) : whyNot(session, line);
}

/** Take an option as a click on it does: asked for once where the game warns of it, kept for three seconds where it is final.
 * @param {SeatSession} session @param {Option} option @returns {Promise<string[]>} */
async function taken(session, option) {
  const answer = await session.decide(option);
  if (answer) return [answer.error ? refusal(answer.error) : `Done: ${option.text}.`];
  if (session.asking.peek()) return [session.asking.peek()?.text ?? ""];
  return session.held.peek() === option ? [option.text + WAITS] : [];
}

/** Take the option that some words mean. @param {SeatSession} session @param {string} words @returns {Promise<string[]>} */
async function meantBy(session, words) {
  const decision = session.state.peek()?.snapshot.decision;
  if (!decision) return [];
  const answer = await session.act({ act: "meant", words, decision: decision.number });
  if (answer.error) return [refusal(answer.error)];
  const option = session.options.peek().find((each) => each.key === answer.said);
  return option && session.state.peek()?.snapshot.decision?.number === decision.number ? taken(session, option) : [];
}

/** @param {SeatSession} session @param {string} text */
async function oddsOf(session, text) {
  const decision = session.state.peek()?.snapshot.decision;
  if (!decision) return ["You are not asked anything now."];
  const numbered = /^\d+$/.test(text) ? optionOf(session.options.peek(), text) : undefined;
  if (!text) return [`Say of which option, by its number or its words: odds ${session.options.peek()[0]?.text}`];
  const answer = await session.connection.act({ act: "odds", decision: decision.number, key: numbered?.key ?? text, typed: true });
  if (answer.error) return [answer.error.message];
  const odds = /** @type {import("./types.js").OddsData} */ (answer.odds);
  return [...odds.always, ...prospects(odds).map(([text, chance]) => (chance ? `${chance}: ${text}` : text)), sentence(odds.basis ?? "")];
}

/** @param {SeatSession} session @param {string} text */
async function whyNot(session, text) {
  if (!session.state.peek()?.snapshot.decision) return [waiting(session.state.peek()) || "The match is over."];
  const answer = await session.connection.act({ act: "why_not", words: text });
  const refusals = /** @type {{text: string, rule: string, reason: string}[]} */ (answer.refusals ?? []);
  return refusals.length ? refusals.map((each) => `${each.text}: ${each.reason} (${each.rule})`) : ["Nothing is ruled out here."];
}

/** The places where something may be done, each with what. @param {Option[]} options @param {Map<string, string>} titles */
function placesOf(options, titles) {
  /** @type {Map<string, string[]>} */
  const places = new Map();
  for (const option of options) for (const { place } of option.places) places.set(place, [...(places.get(place) ?? []), option.text]);
  return [...places].map(([place, texts]) => `${titles.get(place) ?? place.split("/").at(-1)?.replaceAll("_", " ")}: ${texts.join("; ")}`);
}

/** The invitations to seats that are free; whoever began the match makes one where there is none. @param {{session: SeatSession}} props */
function Invitations({ session }) {
  const state = session.state.value;
  const invitations = session.invitations.value;
  if (!state || state.snapshot.outcome || state.closed) return null;
  const invite = async (/** @type {string} */ role) => session.invite(role, (await session.act({ act: "seat", do: "invite", role })).said?.invitation ?? "");
  return state.seats.filter(({ kind, taken }) => kind === "person" && !taken).map(({ role }) => {
    const who = called(state, role);
    if (invitations[role]) return html`<p class="notice" key=${invitations[role]}>Invite ${who}: <${Invitation} address=${invitationTo(session.match, role, invitations[role])} /></p>`;
    return state.host === state.snapshot.role && html`<p class="notice">${isPlayedByBot(state, role) ? sentence(`a bot plays ${who}`) : `The seat of ${who} is free.`} <button class="small" onClick=${() => invite(role)}>New invitation</button></p>`;
  });
}

/** A draw that is offered, and what one may say to it. @param {{session: SeatSession}} props */
function Offer({ session }) {
  const state = session.state.value;
  const offers = session.offers.value;
  const role = state?.snapshot.role ?? "";
  const names = state && !offers.has(role) ? [...offers].map((each) => called(state, each)) : [];
  const text = offers.has(role) ? "You offer a draw." : names.length ? sentence(`${names.join(" and ")} ${names.length > 1 ? "offer" : "offers"} a draw`) : "";
  const say = (/** @type {"draw" | "decline"} */ what) => () => session.act({ act: "seat", do: what });
  const accept = () => confirm("Accept the draw? The match is over then.") && say("draw")();
  return html`<div class="spoken" aria-live="polite">${text}</div>
    ${text && html`<p class="notice offer"><b>${text}</b>${" "}
      ${offers.has(role) ? html`<button class="small" onClick=${say("decline")}>Withdraw it</button>`
        : state?.seats.some((seat) => seat.role === role) && html`<button class="small" onClick=${accept}>Accept</button> <button class="small" onClick=${say("decline")}>Decline</button>`}</p>`}`;
}

/** What is said to the person; what has happened, for screen readers. @param {{session: SeatSession, openRule: (number: string) => void}} props */
export function Notices({ session, openRule }) {
  const { text, bad, rule } = session.notice.value;
  const state = session.state.value;
  const asked = state?.snapshot.decision;
  const turn = asked ? `Your turn: ${asked.prompt}` : waiting(state);
  return html`<div class="notices">
    <div class=${bad ? "notice bad" : "notice"} role="status" aria-live="assertive">
      ${bad && text && html`<span aria-hidden="true">! </span>`}${text} ${rule && html`<${RuleLink} number=${rule} open=${openRule} />`}
    </div>
    ${session.status.value === "waiting" && html`<p class="notice bad" role="status">The connection is gone; trying again.</p>`}
    ${session.status.value === "silent" && html`<p class="notice bad" role="status">No answer for 5 seconds; still waiting.</p>`}
    <${Invitations} session=${session} />
    <${Offer} session=${session} />
    ${session.doing.value && html`<p class="notice" role="status">${session.doing.value}</p>`}
    ${state?.trouble && html`<p class="notice bad" role="status">${state.trouble}</p>`}
    <div class="spoken" aria-live="polite">${session.news.value}</div>
    <div class="spoken" aria-live="polite">${turn}</div>
  </div>`;
}
