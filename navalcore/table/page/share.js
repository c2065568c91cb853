// Showing a match to others, and taking one's seat elsewhere: links, of which one has the seat's secret in it, and pictures.
import { withMoment } from "./address.js";
import { Copy, copied } from "./copy.js";
import { html } from "./html.js";
import { saveMoves, savePicture } from "./picture.js";
import { addressOf, embedded } from "./seats.js";
import { useEffect, useRef, useState } from "./vendor/hooks.js";

/** @typedef {{name: string, address: string | (() => Promise<string>), hint: string, code?: boolean, frame?: boolean}} Link */

/** @param {string} address */
const absolute = (address) => new URL(address, location.href).href;

/** What opens the seat on another device: a link that works once, or without a server the seat's own. @param {import("./session.js").SeatSession} session */
async function elsewhere(session) {
  if (session.secret) return absolute(addressOf(session.match, session.secret));
  const { said, error } = await session.act({ act: "seat", do: "link" });
  if (error) session.say(error.message, true);
  return said?.link ? absolute(`${addressOf(session.match)}#enter=${said.link}`) : "";
}

/** What is put into another page to show a match there. @param {string} address @param {string} title */
const frameOf = (address, title) => `<iframe src="${address}" title="${title}" width="800" height="600" loading="lazy"></iframe>`;

/** @param {{session: import("./session.js").SeatSession}} props */
export function Share({ session }) {
  const state = session.state.value;
  const [given, setGiven] = useState({ name: "", text: "", copied: false });
  const [drawing, setDrawing] = useState(false);
  const [digest, setDigest] = useState("");
  const past = session.moment.value;
  useEffect(() => {
    let shown = true;
    setDigest(past?.digest ?? "");
    if (!past) session.act({ act: "digest" }).then(({ said }) => shown && setDigest(said ?? ""));
    return () => {
      shown = false;
    };
  }, [past, state?.snapshot]);
  if (!state) return null;
  /** @type {{[kind: string]: number}} */
  const moment = past && past.choice !== null ? { choice: past.choice } : { decision: past?.snapshot.number ?? state.snapshot.number };
  const file = `${state.snapshot.game.replace(/\W+/g, "_")}-${Object.keys(moment)[0]}-${Object.values(moment)[0]}`;
  /** @type {Link[]} */
  const links = [
    { name: "Watch link", address: absolute(addressOf(session.match)), hint: "It shows what every spectator sees." },
    { name: "This moment", address: absolute(withMoment(moment)), hint: "It opens the match at this moment, for anybody who has a seat." },
    ...(state.snapshot.role === "spectator" ? [] : [{ name: "Move to my other device", address: () => elsewhere(session), hint: "Anybody who has it plays for you: show it to nobody else.", code: true }]),
    ...(session.transport.network ? [{ name: "Embed", address: absolute(embedded(session.match)), hint: "For a page of your own: the board as every spectator sees it.", frame: true }] : []),
  ];
  const give = async (/** @type {Link} */ { name, address, frame }) => {
    const found = typeof address === "string" ? address : await address();
    if (!found) return;
    const text = frame ? frameOf(found, state.title) : found;
    setGiven({ name, text, copied: await copied(text) });
  };
  const moves = async () => {
    setDrawing(true);
    await saveMoves(session, file).catch(() => session.say("This picture cannot be made in this browser.", true));
    setDrawing(false);
  };
  return html`<section class="share" aria-label="Share">
    ${links.map((link) => html`<p key=${link.name}><button onClick=${() => give(link)}>${link.name}</button> <span class="hint">${link.hint}</span></p>
      ${given.name === link.name && html`<p><input readonly aria-label=${link.name} value=${given.text} onFocus=${(/** @type {any} */ event) => event.target.select()} />
        <span role="status">${given.copied ? "Copied." : "Copy it from the field."}</span></p>
        ${link.code && html`<${Code} text=${given.text} close=${() => setGiven({ name: "", text: "", copied: false })} />`}`}`)}
    <p><button id="save-png" onClick=${() => savePicture("png", file)}>Picture (PNG)</button> <button id="save-svg" onClick=${() => savePicture("svg", file)}>Picture (SVG)</button>
      <button id="save-gif" disabled=${drawing || !session.since.value.items.length} onClick=${moves}>Moving picture (GIF)</button>
      <span class="hint" role="status">${drawing ? "Drawing it." : "The board as it is shown, with what your seat knows; moving, what happened since your last choice."}</span></p>
    <p class="hint">The moment shown: <a class="moment" href=${withMoment(moment)} onClick=${(/** @type {Event} */ event) => event.preventDefault()}>
      ${Object.keys(moment)[0]} ${Object.values(moment)[0]}</a>. Digest of all that you know at it, the same for anybody who comes back to it:${" "}
      <code>${digest}</code></p>
  </section>`;
}

/** An invitation, to be copied. @param {{address: string}} props */
export const Invitation = ({ address }) => html`<span class="invitation"><${Copy} text=${address} label="Invitation, to be sent to one person" name="Copy invitation" /></span>`;

/** A text as a QR code, for the camera of another device. @param {{text: string, close: () => void}} props */
function Code({ text, close }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [squares, setSquares] = useState(/** @type {boolean[][]} */ ([]));
  useEffect(() => {
    import("./vendor/qr.js").then(({ encodeQR }) => setSquares(encodeQR(text, "raw", { border: 4 })));
  }, [text]);
  useEffect(() => void (squares.length && box.current?.showModal()), [squares.length]);
  const path = squares.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return html`<dialog class="code" ref=${box} aria-labelledby="code" onClose=${close}><h2 id="code">Move to my other device</h2>
    <p>Point its camera at this. Anybody who has it plays for you.</p>
    <svg class="qr" role="img" aria-label="The same as a QR code" viewBox=${`0 0 ${squares.length} ${squares.length}`} shape-rendering="crispEdges"><path d=${path} fill="#000000" /></svg>
    <p><button onClick=${() => box.current?.close()}>Close</button></p></dialog>`;
}
