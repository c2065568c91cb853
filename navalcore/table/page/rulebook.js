// The whole rules beside the board, opened at the rule that was asked for, with the sentence marked that it was asked about.
import { html } from "./html.js";
import { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.js";

/** @typedef {import("./transport.js").Section} Section */

/** The words of a text that are long enough to mean something, as their beginnings. @param {string} text */
const heads = (text) => new Set((text.toLowerCase().match(/[\p{L}\d]{4,}/gu) ?? []).map((word) => word.slice(0, 5)));

/** What is asked of openRule: a section's number, and after a line break what it is asked about. @param {string} number @param {string} about */
export const ruleAbout = (number, about) => `${number}\n${about}`;

/** A text with the sentence marked that has most of the words it is asked about. @param {{text: string, about: string}} props */
function Marked({ text, about }) {
  const sentences = text.match(/.+?[.!?](?=\s+[A-Z0-9*`(]|$)|.+$/gs) ?? [text];
  const wanted = heads(about);
  const shared = sentences.map((sentence) => [...heads(sentence)].filter((word) => wanted.has(word)).length);
  const most = Math.max(...shared);
  const marked = most > 0 ? shared.indexOf(most) : -1;
  return sentences.map((sentence, at) => (at === marked ? html`<mark key=${at}>${sentence}</mark>` : sentence));
}

/** Whether a section has all of the words. @param {Section} section @param {string} words */
function has(section, words) {
  const text = `${section.number} ${section.title} ${section.words.join(" ")} ${section.summary} ${section.rulings.map((each) => each.question + each.decision).join(" ")}`.toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** @param {{session: {transport: import("./transport.js").Transport}, game: string, number: string, open: (number: string) => void}} props */
export function Rulebook({ session, game, number: asked, open }) {
  const [number = "", about = ""] = asked.split("\n");
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
        <p>${section.number === number && about ? html`<${Marked} text=${section.summary} about=${about} />` : section.summary}</p>
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
