// Lessons: the list of a game's, and one of them, gone through question by question. What was done is kept in the browser.
import { linkTo } from "./address.js";
import { passes, useAsked } from "./asked.js";
import { letter } from "./camera.js";
import { html } from "./html.js";
import { Nowhere, follow } from "./lobby.js";
import { sitDown } from "./seats.js";
import { useTheme } from "./settings.js";
import { mounted } from "./svg.js";
import { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.js";

/**
 * @typedef {import("./transport.js").Transport} Transport
 * @typedef {import("./transport.js").LessonLine} LessonLine
 * @typedef {import("./transport.js").LessonState} LessonState
 */

const KEPT = "navalcore lessons";
const BEGUN = "navalcore lesson";
/** How much words may grow here: nobody can come nearer, and few pieces lie on the board. */
const GROWN = { piece: 2.2, scene: 1.8 };
/** A board that had to be drawn smaller than this is shown in part. */
const SMALLEST = 0.6;
/** Of more answers than these, a reader is told how to have fewer in the list. */
const MANY = 9;

/** The lessons that were done here, as game/lesson. @returns {string[]} */
function done() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} name */
const note = (name) => {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...new Set([...done(), name])]));
  } catch {
    // a browser that keeps nothing still teaches
  }
};

/** The right answers so far in a lesson that is not done. @param {string} name @returns {string[]} */
function answered(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(`${BEGUN} ${name}`) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} name @param {string[]} answers */
const keepAnswers = (name, answers) => {
  try {
    if (answers.length) localStorage.setItem(`${BEGUN} ${name}`, JSON.stringify(answers));
    else localStorage.removeItem(`${BEGUN} ${name}`);
  } catch {
    // then a lesson that is loaded again begins again
  }
};

/** @param {string} game @param {string} [lesson] */
export const learnAddress = (game, lesson) => linkTo(`/learn/${[game, ...(lesson ? [lesson] : [])].map(encodeURIComponent).join("/")}`);

/** @param {{transport: Transport, game: string, lesson: string, go: (address: string) => void}} props */
export function Learn({ transport, game, lesson, go }) {
  return lesson ? html`<${OneLesson} key=${lesson} transport=${transport} game=${game} id=${lesson} go=${go} />` : html`<${List} transport=${transport} game=${game} go=${go} />`;
}

/** @param {{transport: Transport, game: string, go: (address: string) => void}} props */
function List({ transport, game, go }) {
  const { found: games } = useAsked(() => transport.games(), []);
  const { found, fault } = useAsked(() => transport.lessons(game), [game]);
  const title = games?.find(({ id }) => id === game)?.title ?? "";
  useEffect(() => {
    document.title = `${title ? `${title}: lessons` : "Lessons"} - navalcore table`;
  }, [title]);
  const kept = done();
  return html`<main class="lobby">
    <nav><a href=${linkTo("/")} onClick=${follow(go)}>Lobby</a></nav>
    <h1>${title || "Learn by playing"}</h1>
    <p>You learn it by playing. Each lesson is a position. You choose, and the rules answer. A wrong answer may be tried again.</p>
    ${fault && html`<p class="bad" role="alert">${fault}</p>`}
    ${found?.length === 0 && html`<p>This game has no lessons yet.</p>`}
    ${["lesson", "puzzle"].map((kind) => found?.some((each) => each.kind === kind) && html`${kind === "puzzle" && html`<h2>Puzzles</h2>
      <p>One choice is best, by figures that you see afterwards. Any answer that is worth almost as much is right too.</p>`}
    <ol class="lessons">
      ${found.filter((each) => each.kind === kind).map((each) => html`<li key=${each.id} class=${kept.includes(`${game}/${each.id}`) ? "done" : ""}>
        <a href=${learnAddress(game, each.id)} onClick=${follow(go)}>${each.title}</a>${" "}
        <span class="hint">${each.minutes === 1 ? "1\u00a0minute" : `${each.minutes}\u00a0minutes`}${kept.includes(`${game}/${each.id}`) ? " · done" : ""}</span>
        <p>${each.about}</p>
      </li>`)}
    </ol>`)}
  </main>`;
}

/** @param {{transport: Transport, game: string, id: string, go: (address: string) => void}} props */
function OneLesson({ transport, game, id, go }) {
  const [state, setState] = useState(/** @type {LessonState | null} */ (null));
  const [answers, setAnswers] = useState(/** @type {string[]} */ ([]));
  const [fault, setFault] = useState("");
  const [about, setAbout] = useState(/** @type {string[]} */ ([])); // the answers that are listed, where not all are
  const [hint, setHint] = useState(false);
  const name = `${game}/${id}`;
  const stills = useRef(/** @type {Record<string, string>} */ ({}));
  /** @type {(before: string[], tried: string | null) => Promise<void>} */
  const ask = (before, tried) =>
    transport.lesson(game, id, { answers: before, tried, known: Object.keys(stills.current) }).then((said) => {
      Object.assign(stills.current, said.stills);
      setFault("");
      setState(said);
      setAbout([]);
      const right = tried && said.verdict?.good ? [...before, tried] : before;
      if (right.length !== answers.length) (setAnswers(right), setHint(false));
      keepAnswers(name, said.end ? [] : right);
      if (said.end && said.kind !== "example") note(name);
    });
  const answer = (/** @type {string[]} */ before, /** @type {string | null} */ tried) => ask(before, tried).catch((error) => setFault(error.message));
  // What was right before may be so no longer: then it begins again.
  const { fault: unread } = useAsked(() => ask(answered(name), null).catch((error) => (passes(error) ? Promise.reject(error) : ask([], null))), [id]);
  useEffect(() => {
    if (state) document.title = `${state.title} - navalcore table`;
  }, [state]);
  const begin = async () => {
    if (!state) return;
    try {
      const made = await transport.begin({ game, example: id, seats: { [state.seat]: { by: "me", bot: "" } } });
      const secret = made.seats.find((seat) => seat.secret)?.secret ?? null;
      go(await sitDown(transport, { match: made.match, title: state.title, role: state.seat, secret, invitations: {} }));
    } catch (error) {
      setFault(/** @type {Error} */ (error).message);
    }
  };
  /** Answer with what a place of the board means, or list the answers that it may mean. @param {string[]} keys */
  const press = (keys) => (keys.length === 1 ? answer(answers, keys[0]) : setAbout(keys));
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const side = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus({ preventScroll: true }), [answers.length]);
  useEffect(() => side.current?.scrollTo(0, 0), [state]);
  useEffect(() => void (about.length && heading.current?.scrollIntoView({ block: "start" })), [about]);
  if (!state) return html`<${Nowhere} text=${unread || "Loading the lesson."} />`;
  const again = state.verdict && !state.verdict.good; // the question and the options come first, and what it was about after them
  const listed = state.options.filter(({ key }) => !about.length || about.includes(key));
  const told = state.told.map((step, at) => html`<p class="told" key=${at}>${step.text}</p>`);
  const shown = state.told.flatMap((step) => step.show);
  return html`<main class="lesson">
    <header>
      <nav><a href=${learnAddress(game)} onClick=${follow(go)}>Lessons</a></nav>
      <h1>${state.title}</h1>
      <span class="hint">${state.game}, as ${state.role}</span>
      <span class="hint" aria-label=${`Question ${Math.min(state.step, state.steps)} of ${state.steps}`}>
        ${Array.from({ length: state.steps }, (_, at) => (at < answers.length ? "●" : "○")).join(" ")}</span>
    </header>
    <div class="lesson-board"><${Pictures} state=${state} stills=${stills.current} shown=${shown} press=${press} /></div>
    <section class="lesson-side" aria-live="polite" ref=${side}>
      ${fault && html`<p class="bad" role="alert">${fault}</p>`}
      ${state.verdict && html`<div class=${state.verdict.good ? "verdict right" : "verdict wrong"}>
        <p>${state.verdict.text}</p>
        ${state.verdict.events.length > 0 && html`<p class="hint">${state.verdict.good ? "What happened:" : "It would bring:"}</p>
          <ul>${state.verdict.events.map((event, at) => html`<li key=${at}>${event}</li>`)}</ul>`}
        ${!state.verdict.good && html`<p class="hint">Nothing has changed. Try again.</p>`}
      </div>`}
      ${!again && told}
      ${state.end
        ? html`<p class="verdict right" tabindex="-1" ref=${heading}><b>${state.end}</b></p><${Next} transport=${transport} game=${game} id=${id} kind=${state.kind} go=${go} />
          <p><button id="play-on" onClick=${begin}>Play it from here</button>${" "}
            <a class="button" href=${learnAddress(game)} onClick=${follow(go)}>More lessons</a>${" "}
            <a class="button" href=${linkTo(`/new/${encodeURIComponent(game)}`)} onClick=${follow(go)}>Play a match</a></p>`
        : html`<h2 tabindex="-1" ref=${heading}>${state.ask}</h2>
          ${listed.length < state.options.length ? html`<p><button class="small" id="all-answers" onClick=${() => setAbout([])}>All ${state.options.length} answers</button></p>`
            : listed.length > MANY && html`<p class="hint">A press on the board lists the answers about a place.</p>`}
          <div class="lesson-options">${listed.map((option) => html`<button key=${option.key} class="choose" data-key=${option.key}
            onClick=${() => answer(answers, option.key)}>${option.text}${option.meaning && html` <small>${option.meaning}</small>`}
            ${option.facts.length > 0 && html`<small class="known">${option.facts.slice(0, 3).join(" · ")}</small>`}</button>`)}</div>
          <p>${hint ? html`<span class="hint">${state.hint}</span>` : html`<button class="small" onClick=${() => setHint(true)}>Hint</button>`}${" "}
            ${answers.length > 0 && html`<button class="small" onClick=${() => answer([], null)}>Begin again</button>`}</p>
          ${again && told}`}
    </section>
  </main>`;
}

/** The next lesson that is not done, or puzzle after a puzzle. @param {{transport: Transport, game: string, id: string, kind: string, go: (address: string) => void}} props */
function Next({ transport, game, id, kind, go }) {
  const [next, setNext] = useState(/** @type {LessonLine | undefined} */ (undefined));
  useEffect(() => {
    transport.lessons(game).then((found) => {
      const kept = done();
      const at = found.findIndex((each) => each.id === id);
      setNext([...found.slice(at + 1), ...found.slice(0, at)].find((each) => each.kind === kind && !kept.includes(`${game}/${each.id}`)));
    }, () => setNext(undefined));
  }, [game, id]);
  return next ? html`<p><a class="button" id="next-lesson" href=${learnAddress(game, next.id)} onClick=${follow(go)}>Next: ${next.title}</a></p>` : null;
}

/** Where all of a board would be too small to read, the part of it around the places to look at. @param {HTMLElement} root @param {string[]} shown */
function frameShown(root, shown) {
  const drawn = /** @type {SVGSVGElement[]} */ ([...root.querySelectorAll("svg")].filter((each) => each.parentElement?.parentElement === root));
  const [width, height] = (drawn[0]?.getAttribute("viewBox") ?? "").split(/[\s,]+/).slice(2).map(Number);
  const places = shown.flatMap((place) => [...root.querySelectorAll(`[data-place="${CSS.escape(place)}"], [data-at="${CSS.escape(place)}"]`)]);
  if (!places.length || Math.min(root.clientWidth / width, root.clientHeight / height) >= SMALLEST) return;
  const boxes = places.map((each) => /** @type {SVGGraphicsElement} */ (each).getBBox());
  const [left, top] = [Math.min(...boxes.map((each) => each.x)), Math.min(...boxes.map((each) => each.y))];
  const [right, bottom] = [Math.max(...boxes.map((each) => each.x + each.width)), Math.max(...boxes.map((each) => each.y + each.height))];
  const [wide, high] = [Math.min(width, Math.max(1.2 * (right - left), root.clientWidth / SMALLEST)), Math.min(height, Math.max(1.2 * (bottom - top), root.clientHeight / SMALLEST))];
  const within = (/** @type {number} */ start, /** @type {number} */ most) => Math.max(0, Math.min(start, most));
  const box = [within((left + right - wide) / 2, width - wide), within((top + bottom - high) / 2, height - high), wide, high].join(" ");
  for (const each of drawn) each.setAttribute("viewBox", box);
}

/** The scene that the question is about, with the places to look at. A press on one means the answers about it.
 * @param {{state: LessonState, stills: Record<string, string>, shown: string[], press: (keys: string[]) => void}} props */
function Pictures({ state, stills, shown, press }) {
  const colours = useTheme();
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const keysAt = (/** @type {Element} */ element) =>
    state.options.filter(({ places }) => places.includes(element.getAttribute("data-place") ?? "")).map(({ key }) => key);
  const pressed = (/** @type {MouseEvent} */ { clientX, clientY }) => {
    const places = document.elementsFromPoint(clientX, clientY).map((each) => each.closest(".answers"));
    const found = places.find((each) => each && frame.current?.contains(each));
    if (found) press(keysAt(found));
  };
  const [wanted, want] = useState("");
  const picture = state.board.find((each) => each.id === wanted) ?? state.board.find((each) => shown.some((place) => (each.moving + stills[each.still]).includes(`data-place="${place}"`))) ?? state.board[0];
  useLayoutEffect(() => {
    const root = frame.current;
    if (!root || !picture) return;
    for (const [layer, svg] of [["still", stills[picture.still]], ["moving", picture.moving]]) {
      const place = root.querySelector(`.${layer}`);
      if (place) mounted(place, svg ?? "");
    }
    frameShown(root, shown);
    letter(root, root.querySelector("svg")?.getScreenCTM()?.a ?? 1, GROWN);
    for (const element of root.querySelectorAll("[data-place]")) {
      element.classList.toggle("last", shown.includes(element.getAttribute("data-place") ?? ""));
      element.classList.toggle("answers", keysAt(element).length > 0);
    }
  }, [state, picture?.id]);
  if (!picture) return null;
  return html`${state.board.length > 1 && html`<div class="scenes" role="group" aria-label="Boards">
      ${state.board.map((each) => html`<button key=${each.id} class="small" aria-pressed=${each.id === picture.id} onClick=${() => want(each.id)}>${each.title}</button>`)}
    </div>`}
    <div class=${`lesson-picture ${colours}`} ref=${frame} role="img" aria-label="The board" onClick=${pressed}><div class="still"></div><div class="moving"></div></div>`;
}
