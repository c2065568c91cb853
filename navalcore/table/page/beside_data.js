// Figures of a group's own on a phone: files laid over the game's data, chosen from the phone or pasted.
import { html } from "./html.js";
import { useEffect, useState } from "./vendor/hooks.js";

/** @typedef {import("./transport.js").Transport} Transport */

/**
 * The files that lie over the game's data, and what to do with them. `changed` goes on with the evening once Python has them.
 * @param {{transport: Transport, game: string, changed: () => Promise<void>}} props
 */
export function OwnFigures({ transport, game, changed }) {
  const [data, setData] = useState(/** @type {import("./transport.js").OwnData | null} */ (null));
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const [said, setSaid] = useState("");
  useEffect(() => {
    transport.ownData?.(game).then(setData, (error) => setSaid(error.message));
  }, []);
  if (!transport.ownData)
    return html`<section class="own-figures" aria-label="Your own figures">
      <p class="hint">On a server, whoever runs it lays files over the game's: navalcore --data ${game}=FOLDER serve. On the page without a server you do it yourself.</p></section>`;
  /** Keep files, and start again with them. @param {Record<string, string>} files */
  const lay = async (files) => {
    try {
      await transport.layOver?.(game, files);
      await changed();
    } catch (error) {
      setSaid(/** @type {Error} */ (error).message);
    }
  };
  const chosen = async (/** @type {Event} */ event) => {
    const files = [...(/** @type {HTMLInputElement} */ (event.target).files ?? [])];
    const read = await Promise.all(files.map(async (file) => [file.name, await file.text()]));
    if (read.length) await lay({ ...data?.own, ...Object.fromEntries(read) });
  };
  const own = Object.keys(data?.own ?? {});
  return html`<section class="own-figures" aria-label="Your own figures">
    <p class="hint">Files named as the game's own take their place: zones, territories, powers, incomes, set-ups. They stay in this browser, and in the links that you pass on.</p>
    ${data?.fault && html`<p class="bad" role="alert">${data.fault}</p>`}
    ${own.length > 0 && html`<ul>${own.map((each) => html`<li key=${each}><span>${each}</span>
      <button class="off" data-off=${each} aria-label=${`Take off: ${each}`} onClick=${() => lay(Object.fromEntries(own.filter((other) => other !== each).map((other) => [other, data?.own[other] ?? ""])))}>×</button></li>`)}</ul>`}
    <label class="big file">Choose files <input id="own-files" type="file" multiple accept=".csv,.toml,.json" onChange=${chosen} /></label>
    <label>or paste one as <select id="own-name" onChange=${(/** @type {any} */ event) => setName(event.target.value)}>
      <option value="">which file?</option>${(data?.files ?? []).map((each) => html`<option key=${each} value=${each}>${each}</option>`)}</select></label>
    ${name && html`<textarea id="own-text" rows="6" aria-label=${name} value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea>
      <button class="big" id="lay-over" disabled=${!text} onClick=${() => lay({ ...data?.own, [name]: text })}>Lay it over</button>`}
    <p role="status">${said}</p>
  </section>`;
}
