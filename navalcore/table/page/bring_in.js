// Bringing a file in: a save or a position becomes a match at this table.
import { html } from "./html.js";
import { path, request } from "./http.js";
import { sitDown } from "./seats.js";
import { useState } from "./vendor/hooks.js";

/** @param {{transport: import("./transport.js").Transport, go: (address: string) => void}} props */
export function BringIn({ transport, go }) {
  const [file, setFile] = useState(/** @type {File | null} */ (null));
  const [dice, setDice] = useState("new");
  const [fault, setFault] = useState("");
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [address, setAddress] = useState("");
  const [busy, setBusy] = useState(false);
  const bring = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!file || busy) return;
    setFault("");
    setBusy(true);
    try {
      const made = await request(path("imports"), { save: await file.text(), dice });
      const own = made.seats.filter((/** @type {any} */ seat) => seat.secret);
      const invitations = Object.fromEntries(made.seats.flatMap((/** @type {any} */ seat) => (seat.invitation ? [[seat.role, seat.invitation]] : [])));
      let to = "";
      for (const seat of own.length ? own : [{ role: "", title: "watching", secret: null }]) {
        const at = await sitDown(transport, { match: made.match, title: `${file.name}: ${seat.title}`, role: seat.role, secret: seat.secret, invitations });
        to ||= at;
      }
      setAddress(to);
      setFound(made);
    } catch (error) {
      setFault(/** @type {Error} */ (error).message.replace("(text)", () => file.name));
    }
    setBusy(false);
  };
  if (found)
    return html`<div id="brought-in"><p role="status">${found.conclusion}</p>
      ${!found.proven && html`<ul>${found.checks.filter((/** @type {any} */ each) => each.proof !== "proven").map((/** @type {any} */ each) => html`<li>${each.what}: ${each.detail}</li>`)}</ul>`}
      <p><button class="main" onClick=${() => go(address)}>Open the match</button></p></div>`;
  return html`<form id="bring-in" onSubmit=${bring}>
    <p class="hint">A save or a position becomes a match here. It is verified first, and what cannot be proven is told to everybody at it.</p>
    <p><input type="file" aria-label="The file" onChange=${(/** @type {any} */ event) => setFile(event.target.files[0] ?? null)} /></p>
    <p><label>If it is not over <select onChange=${(/** @type {any} */ event) => setDice(event.target.value)}>
      <option value="new">go on with dice that nobody knows</option><option value="same">go on with the dice of the file</option></select></label></p>
    ${fault && html`<p class="bad" role="alert">${fault}</p>`}
    <button disabled=${!file || busy} type="submit">Bring it in</button> <span role="status">${busy && "Verifying the file."}</span>
  </form>`;
}
