// The whole rules beside the board, opened at the rule that was asked for.
import { html } from "./html.js";
import { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.js";

/** @typedef {import("./transport.js").Section} Section */

/** Whether a section has all of the words. @param {Section} section @param {string} words */
function has(section, words) {
  const text = `${section.number} ${section.title} ${section.summary} ${section.rulings.map((each) => each.question + each.decision).join(" ")}`.toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** @param {{session: {transport: import("./transport.js").Transport}, game: string, number: string, open: (number: string) => void}} props */
export function Rulebook({ session, game, number, open }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const [sections, setSections] = useState(/** @type {Section[]} */ ([]));
  const [words, setWords] = useState("");
  const [fault, setFault] = useState("");
  useEffect(() => {
    if (!number) return;
    setWords("");
    if (!sections.length) session.transport.rules(game).then(setSections, (error) => setFault(error.message));
    if (box.current && !box.current.open) box.current.show();
  }, [number]);
  useLayoutEffect(() => {
    const found = /** @type {HTMLElement | null} */ (list.current?.querySelector(".asked-for"));
    if (!found || !list.current) return;
    list.current.scrollTop = found.offsetTop - 8;
    found.querySelector("h3")?.focus({ preventScroll: true });
  }, [number, sections]);
  if (!number) return null;
  const close = () => (box.current?.close(), open(""));
  const shown = words.trim() ? sections.filter((each) => has(each, words.trim())) : sections;
  return html`<dialog ref=${box} class="rulebook" aria-labelledby="rules" onKeyDown=${(/** @type {any} */ event) => event.key === "Escape" && close()}>
    <header><h2 id="rules">Rules</h2>
      <input type="search" aria-label="Search the rules" placeholder="Search" value=${words} onInput=${(/** @type {any} */ event) => setWords(event.target.value)} />
      <button class="close" onClick=${close}>Close</button></header>
    ${fault && html`<p class="bad">${fault}</p>`}
    <div class="sections" ref=${list} tabindex="0" role="region" aria-label="Sections of the rules">
      ${shown.map((section) => html`<section key=${section.number} class=${section.number === number ? "asked-for" : ""}>
        <h3 tabindex="-1">${section.number} ${section.title}</h3>
        <p>${section.summary}</p>
        ${section.rulings.map((ruling) => html`<details key=${ruling.id}>
          <summary>${ruling.id}: ${ruling.question}</summary>
          <p>${ruling.decision}</p>
          <p class="hint">${ruling.reason}</p>
        </details>`)}
      </section>`)}
      ${sections.length > 0 && !shown.length && html`<p>No rule has these words.</p>`}
    </div>
  </dialog>`;
}
