// What a newcomer is told in a minute: open at the first match of a game, one key away afterwards.
import { boxOf } from "./camera.js";
import { html } from "./html.js";
import { letterOf } from "./marks.js";
import { useMore } from "./more.js";
import { useEffect, useRef, useState } from "./vendor/hooks.js";

/** @typedef {import("./session.js").SeatSession} SeatSession */
/** @typedef {import("./transport.js").Briefing} BriefingData */

const KEPT = "navalcore briefed";

/** @returns {string[]} */
function briefed() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

/** Never open it by itself again for this game. @param {string} game */
function done(game) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...new Set([...briefed(), game])]));
  } catch {
    return; // a browser that keeps nothing
  }
}

/** How much there is to learn, from one to five squares. @param {{weight: number}} props */
export function Weight({ weight }) {
  return html`<span role="img" aria-label=${`${weight} of 5`} class="weight">${"■".repeat(weight)}${"□".repeat(5 - weight)}</span>`;
}

/** Where a place lies on the board that is shown. @param {SeatSession} session @param {string} place */
function placeBox(session, place) {
  const found = document.querySelector(`.layers svg:not(.coming) [data-place="${CSS.escape(place)}"]`);
  return found && session.camera ? boxOf(session.camera, [found]) : null;
}

/** @param {{session: SeatSession}} props */
export function Briefing({ session }) {
  const [scenario, setScenario] = useState(/** @type {import("./transport.js").Scenario | null} */ (null));
  const [short, setShort] = useState(false); // one that has opened by itself leaves a phone room for the options
  const snapshot = session.state.value?.snapshot;
  const game = snapshot?.game ?? "";
  const open = session.briefing.value;
  useEffect(() => {
    if (!open) setShort(false);
  }, [open]);
  useEffect(() => {
    if (game && snapshot?.number === 0 && snapshot.role !== "spectator" && !briefed().includes(game)) {
      session.briefing.value = true;
      setShort(true);
    }
  }, [game]);
  useEffect(() => {
    if (!open || scenario || !game) return;
    session.transport.game(game).then((found) => setScenario(found.scenarios.find((each) => each.id === snapshot?.scenario) ?? null), () => {});
  }, [open, game]);
  useEffect(() => {
    if (snapshot?.number) session.briefing.value = false; // whoever has chosen looks at what came of it
  }, [(snapshot?.number ?? 0) > 0]);
  const told = scenario?.briefing;
  const shows = open && told ? told.shows : null;
  useEffect(() => {
    session.labels.value = shows ?? [];
  }, [shows]);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useMore(box, open && told);
  const shown = Boolean(open && told && snapshot);
  useEffect(() => () => {
    if (shown && document.activeElement === document.body) document.getElementById("question")?.focus({ preventScroll: true }); // what had the focus is gone
  }, [shown]);
  if (!shown || !told || !snapshot) return null;
  const close = () => {
    done(game);
    session.briefing.value = false;
  };
  const own = told.goal[snapshot.role];
  const goals = own ? [own] : Object.entries(told.goal).map(([role, goal]) => `${snapshot.titles[role] ?? ""}: ${goal}`);
  return html`<section class=${short ? "briefing short" : "briefing"} aria-labelledby="briefing" ref=${box}>
    <header><h2 id="briefing">${scenario?.title}</h2>
      ${short && html`<button class="small phone" onClick=${() => setShort(false)}>Read on</button>`}<button class="small" onClick=${close}>Got it</button></header>
    ${scenario?.note && html`<p class="hint">${scenario.note}</p>`}
    <p class="goal"><b>${own ? "Your goal." : "Goals."}</b> ${goals.join(" ")}</p>
    <p><b>A turn.</b> ${told.turn}</p>
    <p><b>The end.</b> ${told.end}</p>
    <ul class="shown" aria-label="On the board">
      ${told.shows.map(({ place, text }, at) => html`<li key=${place}><button class="small" onClick=${() => session.camera?.show(placeBox(session, place))}>
        <span class="letter">${letterOf(at)}</span> ${text}</button></li>`)}
    </ul>
    <p class="hint">It takes ${told.length}; weight <${Weight} weight=${told.weight} />.</p>
  </section>`;
}
