// Showing a match to others, and taking one's seat elsewhere: three links, of which one has the seat's secret in it.
import { withMoment } from "./address.js";
import { html } from "./html.js";
import { savePicture } from "./picture.js";
import { addressOf } from "./seats.js";
import { useState } from "./vendor/hooks.js";

/** @param {{session: import("./session.js").SeatSession}} props */
export function Share({ session }) {
  const state = session.state.value;
  const [link, setLink] = useState({ name: "", address: "", copied: false });
  if (!state) return null;
  const past = session.moment.value;
  /** @type {{[kind: string]: number}} */
  const moment = past && past.choice !== null ? { choice: past.choice } : { decision: past?.snapshot.number ?? state.snapshot.number };
  const file = `${state.snapshot.game.replace(/\W+/g, "_")}-${Object.keys(moment)[0]}-${Object.values(moment)[0]}`;
  const absolute = (/** @type {string} */ address) => new URL(address, location.href).href;
  const links = /** @type {[string, string, string][]} */ ([
    ["Watch link", absolute(addressOf(session.match)), "Whoever opens it sees what every spectator sees."],
    ["This moment", absolute(withMoment(moment)), "It opens the match at this moment, for whoever has a seat."],
    ...(session.secret ? [["Move to my other device", absolute(addressOf(session.match, session.secret)), "Whoever has it plays for you: show it to nobody else."]] : []),
  ]);
  const copy = async (/** @type {string} */ name, /** @type {string} */ address) => {
    const copied = await (navigator.clipboard?.writeText(address) ?? Promise.reject()).then(() => true, () => false);
    setLink({ name, address, copied });
  };
  return html`<section class="share" aria-label="Share">
    <p class="hint">The moment shown: <a class="moment" href=${withMoment(moment)} onClick=${(/** @type {Event} */ event) => event.preventDefault()}>
      ${Object.keys(moment)[0]} ${Object.values(moment)[0]}</a>. Digest of all that you know at it, the same for whoever comes back to it:
      <code>${past?.digest ?? state.digest}</code></p>
    ${links.map(([name, address, hint]) => html`<p key=${name}><button onClick=${() => copy(name, address)}>${name}</button> <span class="hint">${hint}</span></p>
      ${link.name === name && html`<p><input readonly aria-label=${name} value=${link.address} onFocus=${(/** @type {any} */ event) => event.target.select()} />
        <span role="status">${link.copied ? "Copied." : ""}</span></p>`}`)}
    <p><button id="save-png" onClick=${() => savePicture("png", file)}>Picture (PNG)</button> <button id="save-svg" onClick=${() => savePicture("svg", file)}>Picture (SVG)</button>
      <span class="hint">The board as it is shown, with what your seat knows.</span></p>
  </section>`;
}
