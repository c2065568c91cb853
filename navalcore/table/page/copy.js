// A text to be passed on: in a field, with a button that copies it.
import { html } from "./html.js";
import { useRef, useState } from "./vendor/hooks.js";

/** Put a text on the clipboard. A page without https has none, and copies what is selected.
 * @param {string} text @returns {Promise<boolean>} whether it is there */
export async function copied(text) {
  const asked = navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (await asked) return true;
  const field = document.createElement("textarea");
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  field.value = text;
  field.className = "spoken";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  before?.focus({ preventScroll: true });
  return done;
}

/** @param {{text: string, label: string, name: string}} props - what the field is, and what the button says */
export function Copy({ text, label, name }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [said, setSaid] = useState("");
  const copy = async () => {
    const done = await copied(text);
    setSaid(done ? "Copied" : "Copy it from the field");
    if (!done) field.current?.select();
  };
  return html`<span class="copy">
    <input readonly ref=${field} aria-label=${label} value=${text} onFocus=${(/** @type {any} */ event) => event.target.select()} />
    <button onClick=${copy}>${said || name}</button>
  </span>`;
}
