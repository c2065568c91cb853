// Figures of a group's own on a phone: data files in place of the game's, chosen from the phone or pasted. On a table of
// many groups they belong to the evening; a browser that runs Python itself lays whole files over the game's.
import { html } from "./html.js";
import { useEffect, useState } from "./vendor/hooks.js";

/** @typedef {import("./transport.js").Transport} Transport */

/** A position with what files of a group's own mean. @param {any} position @param {Record<string, any>} figures */
export const withFigures = (position, figures) => {
  const set = { ...position.set };
  for (const [name, value] of Object.entries(figures)) set[name] = { ...set[name], ...value };
  return { ...position, set };
};

/**
 * Choose files, and go on with them: `laid` begins the evening with figures, `changed` after Python has whole files.
 * @param {{transport: Transport, game: string, laid: (figures: Record<string, any>) => Promise<void>, changed: () => Promise<void>}} props
 */
export function OwnFigures({ transport, game, laid, changed }) {
  const [data, setData] = useState(/** @type {import("./transport.js").OwnData | null} */ (null));
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const [said, setSaid] = useState("");
  const whole = Boolean(transport.layOver);
  useEffect(() => {
    const known = transport.ownData?.(game) ?? transport.figureFiles(game).then((files) => ({ files, own: {}, fault: "" }));
    known.then(setData, (error) => setSaid(error.message));
  }, []);
  /** Go on with these files. @param {Record<string, string>} files */
  const lay = async (files) => {
    try {
      if (transport.layOver) await transport.layOver(game, files).then(changed);
      else await laid(await transport.figures(game, files));
    } catch (error) {
      setSaid(/** @type {Error} */ (error).message);
    }
  };
  const chosen = async (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const read = await Promise.all([...(input.files ?? [])].map(async (file) => [file.name, await file.text()]));
    input.value = ""; // the same file may be chosen again once it is mended
    if (read.length) await lay({ ...data?.own, ...Object.fromEntries(read) });
  };
  const own = Object.keys(data?.own ?? {});
  if (data && !data.files.length) return html`<section class="own-figures" aria-label="Your own figures"><p class="hint">This game has no figures that a group could replace.</p></section>`;
  return html`<section class="own-figures" aria-label="Your own figures">
    <p class="hint">${whole
      ? "Files named as the game's own take their place. They stay in this browser, and in the links that you pass on."
      : "Files named as the game's own give this evening limits, incomes and set-ups of your own. The link passes them on; × takes them off."}</p>
    ${data?.fault && html`<p class="bad" role="alert">${data.fault}</p>`}
    ${own.length > 0 && html`<ul>${own.map((each) => html`<li key=${each}><span>${each}</span>
      <button class="off" data-off=${each} aria-label=${`Take off: ${each}`} onClick=${() => lay(Object.fromEntries(own.filter((other) => other !== each).map((other) => [other, data?.own[other] ?? ""])))}>×</button></li>`)}</ul>`}
    <label class="big file">Choose files <input id="own-files" type="file" multiple accept=".csv,.toml,.json" onChange=${chosen} /></label>
    <label>or paste one as <select id="own-name" onChange=${(/** @type {any} */ event) => setName(event.target.value)}>
      <option value="">which file?</option>${(data?.files ?? []).map((each) => html`<option key=${each} value=${each}>${each}</option>`)}</select></label>
    ${name && html`<textarea id="own-text" rows="6" aria-label=${name} value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea>
      <button class="big" id="lay-over" disabled=${!text} onClick=${() => lay({ ...data?.own, [name]: text })}>Use this file</button>`}
    <p role="status" class=${said && "bad"}>${said}</p>
  </section>`;
}
