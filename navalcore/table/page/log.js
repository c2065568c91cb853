// What has happened: each line with its rule, which opens the rule in plain words.
import { RuleLink } from "./choices.js";
import { html } from "./html.js";
import { useInSight } from "./in_sight.js";
import { useMore } from "./more.js";
import { calm } from "./motion.js";
import { wordsOf } from "./since.js";
import { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.js";

/** @typedef {import("./session.js").SeatSession} SeatSession */
/** @typedef {{text: string, value: number | null, rule: string}} Reason */

const SHOWN = 200;

/** @param {{session: SeatSession, openRule: (number: string) => void}} props */
export function Log({ session, openRule }) {
  const [every, setEvery] = useState(false);
  const [all, setAll] = useState(false);
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const past = session.moment.value;
  const state = session.state.value;
  const told = (/** @type {import("./types.js").EventData} */ event) => (state ? wordsOf(event, state) : event.text);
  const struck = session.takenBack.value;
  const heard = session.log.value.filter((event) => (every || !event.detail) && (!past || event.n <= past.told));
  const shown = all ? heard : heard.slice(-SHOWN);
  const toNewest = () => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  };
  const atNewest = useRef(true);
  useLayoutEffect(toNewest, [shown.at(-1)?.n]);
  useLayoutEffect(() => void (atNewest.current && toNewest()), [state]); // a line may have other words now
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    let height = box.clientHeight;
    const look = () => (atNewest.current = box.scrollHeight - box.scrollTop - box.clientHeight < 8);
    const scrolled = () => box.clientHeight && box.clientHeight === height && look(); // word of a scroll may come after a change of size
    const resized = new ResizeObserver(() => {
      height = box.clientHeight;
      if (atNewest.current) toNewest(); // what stands above has grown, or it is shown at last
      else if (height) look();
    });
    box.addEventListener("scroll", scrolled);
    resized.observe(box);
    return () => (box.removeEventListener("scroll", scrolled), resized.disconnect());
  }, []);
  useMore(list);
  const [at, setAt] = useState(/** @type {string | null} */ (null));
  const stops = shown.flatMap((event) => [...(event.rule ? [`${event.n} rule`, `${event.n} how`] : []), `${event.n} then`]);
  const stop = at !== null && stops.includes(at) ? at : stops.at(-1);
  const tab = (/** @type {string} */ name) => ({ "data-stop": name, tabindex: name === stop ? 0 : -1, onFocus: () => setAt(name) });
  const [why, setWhy] = useState(/** @type {{n: number, reasons: Reason[], fault: string} | null} */ (null));
  const explain = async (/** @type {number} */ n) => {
    if (why?.n === n) return setWhy(null);
    const answer = await session.connection.act({ act: "how", event: n });
    setWhy({ n, reasons: answer.said ?? [], fault: answer.error?.message ?? "" });
  };
  const missing = session.first > 1;
  return html`<section class="log" aria-labelledby="log">
    <h2 id="log" class="spoken">Log</h2>
    <label class="tick"><input type="checkbox" checked=${every} onChange=${() => setEvery(!every)} /> every step</label>
    ${(missing || shown.length < heard.length) && html`<button onClick=${() => (setAll(true), missing && session.earlier())}>What was before</button>`}
    <ol ref=${list} aria-label="What has happened" onKeyDown=${walk}>
      ${calm.matches && html`<li class="hint" id="no-motion">Your device asks for less motion, so pieces jump to where they go.</li>`}
      ${shown.map(
        (event) => html`<li key=${event.n} class=${event.detail ? "detail" : ""}
          onMouseEnter=${() => (session.read.value = event.text)} onMouseLeave=${() => (session.read.value = "")}>
          ${struck.has(event.n) ? html`<del>${told(event)}</del> <span class="hint">(taken back)</span>` : told(event)}
          <span class="tail">${event.rule && html`<${RuleLink} number=${event.rule} about=${told(event)} open=${openRule} more=${tab(`${event.n} rule`)} />`}
          <span class="more">${event.rule && html`<button class="rule how" ...${tab(`${event.n} how`)} aria-expanded=${why?.n === event.n} aria-label=${`Why did this happen: ${told(event)}`}
            title="Why did this happen?" onClick=${() => explain(event.n)}>Σ</button>`}
          <button class="rule then" ...${tab(`${event.n} then`)} aria-label=${`How it stood after: ${told(event)}`} title="How it stood then"
            onClick=${() => session.look({ event: event.n })} onFocus=${() => (setAt(`${event.n} then`), (session.read.value = event.text))}
            onBlur=${() => (session.read.value = "")}>⟲</button></span></span>
          ${why?.n === event.n && html`<${Sum} reasons=${why.reasons} fault=${why.fault} open=${openRule} />`}
        </li>`,
      )}
    </ol>
  </section>`;
}

/** How something came about: the choice, each die with its modifiers, what was needed, and the rule.
 * @param {{reasons: Reason[], fault: string, open: (number: string) => void}} props */
function Sum({ reasons, fault, open }) {
  const opened = useInSight(reasons);
  return html`<ul class="sum" role="status" ref=${opened}>
    ${fault && html`<li class="bad">${fault}</li>`}
    ${reasons.map((each, at) => html`<li key=${at}>${each.value !== null && html`<b>${each.value < 0 ? "−" : "+"}${Math.abs(each.value)}</b> `}${each.text}
      ${each.rule && html` <${RuleLink} number=${each.rule} about=${each.text} open=${open} />`}</li>`)}
  </ul>`;
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
    Home: last(line.parentElement?.querySelector("li:not(.hint)")),
    End: last(line.parentElement?.lastElementChild),
  });
  if (!(event.key in going)) return;
  event.preventDefault();
  going[event.key]?.focus();
}
