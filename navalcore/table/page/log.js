// What has happened: each line with its rule, which opens the rule in plain words.
import { RuleLink } from "./choices.js";
import { html } from "./html.js";
import { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.js";

/** @typedef {import("./session.js").SeatSession} SeatSession */

const SHOWN = 200;

/** @param {{session: SeatSession, openRule: (number: string) => void}} props */
export function Log({ session, openRule }) {
  const [every, setEvery] = useState(false);
  const [all, setAll] = useState(false);
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const past = session.moment.value;
  const struck = session.takenBack.value;
  const told = session.log.value.filter((event) => (every || !event.detail) && (!past || event.n <= past.told));
  const shown = all ? told : told.slice(-SHOWN);
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [shown.at(-1)?.n]);
  const [at, setAt] = useState(/** @type {string | null} */ (null));
  const stops = shown.flatMap((event) => [...(event.rule ? [`${event.n} rule`] : []), `${event.n} then`]);
  const stop = at !== null && stops.includes(at) ? at : stops.at(-1);
  const tab = (/** @type {string} */ name) => ({ "data-stop": name, tabindex: name === stop ? 0 : -1, onFocus: () => setAt(name) });
  const missing = (session.log.value[0]?.n ?? 1) > 1;
  return html`<section class="log" aria-labelledby="log">
    <h2 id="log">Log</h2>
    <label class="tick"><input type="checkbox" checked=${every} onChange=${() => setEvery(!every)} /> every step</label>
    ${(missing || shown.length < told.length) && html`<button onClick=${() => (setAll(true), missing && session.earlier(0))}>What was before</button>`}
    <ol ref=${list} aria-label="What has happened" onKeyDown=${walk}>
      ${shown.map(
        (event) => html`<li key=${event.n} class=${event.detail ? "detail" : ""}
          onMouseEnter=${() => (session.read.value = event.text)} onMouseLeave=${() => (session.read.value = "")}>
          ${struck.has(event.n) ? html`<del>${event.text}</del> <span class="hint">(taken back)</span>` : event.text}
          ${event.rule && html` <${RuleLink} number=${event.rule} open=${openRule} more=${tab(`${event.n} rule`)} />`}
          ${" "}<button class="rule then" ...${tab(`${event.n} then`)} aria-label=${`How it stood after: ${event.text}`} title="How it stood then"
            onClick=${() => session.look({ event: event.n })} onFocus=${() => (setAt(`${event.n} then`), (session.read.value = event.text))}
            onBlur=${() => (session.read.value = "")}>⟲</button>
        </li>`,
      )}
    </ol>
  </section>`;
}

/** Arrows walk through the log, which is one stop of the Tab key: up and down from line to line, left and right in one.
 * @param {any} event */
function walk(event) {
  const stops = /** @type {HTMLElement[]} */ ([...event.currentTarget.querySelectorAll("[data-stop]")]);
  const place = stops.indexOf(event.target);
  const line = /** @type {Element | null} */ (event.target.closest("li"));
  if (place < 0 || !line) return;
  const last = (/** @type {Element | null | undefined} */ there) => /** @type {HTMLElement | null} */ (there?.querySelector(".then") ?? null);
  const going = /** @type {Record<string, HTMLElement | null | undefined>} */ ({
    ArrowUp: last(line.previousElementSibling),
    ArrowDown: last(line.nextElementSibling),
    ArrowLeft: stops[place - 1],
    ArrowRight: stops[place + 1],
    Home: last(line.parentElement?.firstElementChild),
    End: last(line.parentElement?.lastElementChild),
  });
  if (!(event.key in going)) return;
  event.preventDefault();
  going[event.key]?.focus();
}

/** A section of the rules in plain words. @param {{session: SeatSession, game: string, number: string, open: (number: string) => void}} props */
export function Rule({ session, game, number, open }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [section, setSection] = useState(/** @type {import("./transport.js").Section | null} */ (null));
  const [fault, setFault] = useState("");
  useEffect(() => {
    if (!number) return;
    setSection(null);
    setFault("");
    session.transport.rule(game, number).then(setSection, (error) => setFault(error.message));
    if (box.current && !box.current.open) box.current.showModal();
  }, [number]);
  if (!number) return null;
  const close = () => {
    box.current?.close();
    open("");
  };
  return html`<dialog ref=${box} class="rule-text" aria-labelledby="rule-title" onClose=${() => open("")}>
    <h2 id="rule-title">${number} ${section?.title ?? ""}</h2>
    ${fault && html`<p class="bad">${fault}</p>`}
    <p>${section?.summary}</p>
    ${section?.rulings.map(
      (ruling) => html`<details key=${ruling.id}>
        <summary>${ruling.id}: ${ruling.question}</summary>
        <p>${ruling.decision}</p>
        <p class="hint">${ruling.reason}</p>
      </details>`,
    )}
    <button onClick=${close}>Close</button>
  </dialog>`;
}
