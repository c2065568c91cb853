// Looking back, at one's own decisions while the match goes on and at every choice after it; and what is shown then.
import { html } from "./html.js";
import { useInSight } from "./in_sight.js";
import { called, title } from "./session.js";
import { useState } from "./vendor/hooks.js";

/**
 * @typedef {import("./session.js").SeatSession} SeatSession
 * @typedef {import("./transport.js").State} State
 */

/** More choices than any match has. */
const LAST = 10_000_000;

/** A slider over the moments of a match. @param {{session: SeatSession}} props */
export function Slider({ session }) {
  const state = session.state.value;
  const past = session.moment.value;
  if (!state) return null;
  const over = state.snapshot.outcome !== null;
  const watching = state.snapshot.role === "spectator";
  if (!over && (watching || state.snapshot.number === 0)) return null;
  const last = over ? (past?.of ?? LAST) : state.snapshot.number;
  const place = past ? (past.choice ?? past.snapshot.number) : last;
  const show = (/** @type {number} */ to) => {
    if (!over && to >= last) session.look(null);
    else session.look(over ? { choice: Math.max(0, to) } : { decision: Math.max(0, to) });
  };
  const begin = () => show(over ? LAST : last - 1);
  if (!past) return html`<span class="slider"><button id="look-back" onClick=${begin} aria-label="Look back"><span class="wide">Look back</span><span class="phone">Past</span></button></span>`;
  return html`<div class="slider" role="group" aria-label="Look back">
    <button aria-label="One back" onClick=${() => show(place - 1)}>◀</button>
    <input type="range" min="0" max=${last} value=${place} aria-label=${over ? "After choice" : "Your decision"}
      onChange=${(/** @type {any} */ event) => show(Number(event.target.value))} />
    <button aria-label="One on" onClick=${() => show(place + 1)}>▶</button>
    <output>${over ? `after ${place} of ${last} choices` : `your decision ${place + 1} of ${last + 1}`}</output>
    <button onClick=${() => session.look(null)}>Back to now</button>
    ${over && html`<${Eyes} session=${session} place=${place} />
      ${!watching && html`<button id="what-if" disabled=${place >= last} title=${place >= last ? "The match is over here: go back first" : "A new match that goes on from here against a bot, with the same dice"}
        onClick=${() => session.begin(rematch(state, { match: state.match, choice: place }))}>Play on<span class="wide"> from here</span></button>`}`}
  </div>`;
}

/** Through whose eyes the past is seen, when everything may be. @param {{session: SeatSession, place: number}} props */
function Eyes({ session, place }) {
  const state = session.state.value;
  const roles = state ? sides(state).map((seat) => seat.role) : [];
  if (!state || roles.length < 2) return null;
  const shown = session.eye.value || state.snapshot.role;
  const see = (/** @type {any} */ event) => ((session.eye.value = event.target.value), session.look({ choice: place }));
  return html`<select id="eyes" aria-label="Through whose eyes" onChange=${see}>
    ${[...roles, "umpire"].map((role) => html`<option key=${role} value=${role} selected=${shown === role}>${role === "umpire" ? "everything is seen" : `as seen by ${called(state, role)}`}</option>`)}
  </select>`;
}

/** The seats that somebody has. @param {State} state */
const sides = (state) => state.seats.filter((seat) => seat.kind !== "nobody");

/** The same match once more under the same rules of the table, of two seats exchanged; or what it might have come to from a moment on, against bots.
 * @param {State} state @param {import("./types.js").WhatIf | null} [moment] @returns {import("./transport.js").NewMatch} */
function rematch(state, moment = null) {
  const seats = sides(state);
  const by = seats.map((seat) => (seat.role === state.snapshot.role ? { by: /** @type {const} */ ("me") }
    : seat.kind === "bot" || moment ? { by: /** @type {const} */ ("bot"), bot: seat.bot } : { by: /** @type {const} */ ("person") }));
  if (by.length === 2 && !moment) by.reverse();
  const { game, scenario, options } = state.snapshot;
  const wish = { game, scenario, options, seats: Object.fromEntries(seats.map((seat, at) => [seat.role, by[at]])) };
  return moment ? { ...wish, undo: "free", what_if: moment } : { ...wish, undo: state.undo, house: state.house };
}

/** How a match has ended for whoever looks at it. @param {State} state @param {import("./types.js").OutcomeData} outcome */
export function verdict(state, { winner, returns = {} }) {
  const { role } = state.snapshot;
  const worth = Object.values(returns);
  if (winner === role || returns[role] > 0) return "You have won";
  if (returns[role] < 0 || (winner && sides(state).some((seat) => seat.role === role))) return "You have lost";
  if (winner) return `Winner: ${title(state, winner)}`;
  return !worth.length ? "The match is over" : worth.some(Boolean) ? "Nobody has won" : "The match is a draw";
}

/** What is shown when a match is over. @param {{session: SeatSession}} props */
export function After({ session }) {
  const [report, setReport] = useState(/** @type {any} */ (null));
  const [fault, setFault] = useState("");
  const working = report !== null && report.of !== undefined;
  const seen = useInSight(report && `${working}`);
  const state = session.state.value;
  if (!state?.snapshot.outcome) return null;
  const { outcome } = state.snapshot;
  const told = verdict(state, outcome);
  const save = async () => {
    const answer = await session.act({ act: "save" });
    if (answer.error) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([answer.said], { type: "application/jsonl" }));
    link.download = `${state.snapshot.game.replace(/\W+/g, "_")}-${state.match}.jsonl`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  const ask = async () => {
    setReport({ done: 0, of: 1 });
    for (;;) {
      const answer = await session.act({ act: "report" });
      setReport(answer.said ?? null);
      setFault(answer.error?.message ?? "");
      if (answer.error || answer.said.roles) return;
      await new Promise((done) => setTimeout(done, 300));
    }
  };
  const every = Object.entries(outcome.scores);
  const ofSides = every.filter(([name]) => name in state.snapshot.titles);
  const main = ofSides.length ? ofSides : every;
  return html`<section class="after" aria-labelledby="after">
    <div class=${told === "You have won" ? "end won" : "end"}>
      <h2 id="after">${told}</h2>
      <p>${outcome.reason}</p>
      <${Scores} session=${session} some=${main} kind="main" />
    </div>
    <p class="row">
      ${state.snapshot.role !== "spectator" && html`<button id="again" class="main" onClick=${() => session.begin(rematch(state))}>Play again${sides(state).length === 2 ? ", with seats exchanged" : ""}</button>`}
      <button id="save" onClick=${save}>Download the save</button>
      <button id="report" disabled=${working} onClick=${ask}>What luck did</button>
    </p>
    <${Scores} session=${session} some=${every.filter((each) => !main.includes(each))} kind="" />
    <div class="opened" ref=${seen}>${working && html`<p><label>Working it out: <progress max=${report.of} value=${report.done}></progress> ${report.done} of ${report.of} decisions</label></p>`}
    ${fault && html`<p class="bad" role="alert">${fault}</p>`}
    ${report && !working && report.results_looked_at < report.results && html`<p class="hint">
      Sampled: ${report.results_looked_at} of ${report.results} rolls and draws, at random; ± is the standard error of what they add up to.</p>`}
    ${report && !working && Object.entries(report.roles).map(([role, found]) => html`<${Luck} key=${role} session=${session} role=${title(state, role)} found=${found} />`)}</div>
    <details>
      <summary>Were the dice fair?</summary>
      <p>Before the match this was promised: <code>${state.commitment}</code></p>
      ${state.seed && html`<p>It was the promise of the seed <code>${state.seed.seed}</code> with the salt <code>${state.seed.salt}</code>.
        Check the save with <code>navalcore verify FILE --commitment ${state.commitment.slice(0, 8)}...</code></p>`}
    </details>
  </section>`;
}

/** Scores as the game calls them. @param {{session: SeatSession, some: [string, number][], kind: string}} props */
function Scores({ session, some, kind }) {
  const state = session.state.value;
  return state && some.length > 0 && html`<dl class="scores">
    ${some.map(([name, points]) => html`<div key=${name} class=${kind}><dt>${session.about.value.scores[name] ?? title(state, name)}</dt><dd>${points}</dd></div>`)}
  </dl>`;
}

/** @param {{session: SeatSession, role: string, found: any}} props */
function Luck({ session, role, found }) {
  const points = /** @type {any[]} */ (found.turning_points);
  return html`<table class="luck">
    <caption>${role}: luck ${signed(found.luck)}${found.luck_error > 0 && ` ± ${found.luck_error.toFixed(2)}`} over ${found.rolls.length} rolls and draws, where a win is worth 1</caption>
    <thead><tr><th>turning point</th><th>chance</th><th>swing</th></tr></thead>
    <tbody>
      ${points.map((point) => html`<tr><td><button class="jump" title="How it stood then" onClick=${() => session.look({ choice: point.number })}>${point.what} (${point.why})</button></td><td>${(100 * point.chance).toFixed(0)} %</td><td>${signed(point.swing)}</td></tr>`)}
    </tbody>
  </table>`;
}

/** @param {number} number */
const signed = (number) => `${number >= 0 ? "+" : "−"}${Math.abs(number).toFixed(2)}`;
