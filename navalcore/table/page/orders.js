// Standing orders: what a bot, or a rule of one's own, answers for the person.
import { html } from "./html.js";
import { useState } from "./vendor/hooks.js";

/** @typedef {import("./session.js").SeatSession} SeatSession */

/** What is handed over by a button, what is ordered by the form, and what only matters while orders are in force. */
const PARTS = ["choice", "phase", "turn", "match"];
const GENERAL = [...PARTS, "always", "stop", "rest", "go"];

/** @param {{session: SeatSession}} props */
export function Orders({ session }) {
  const state = session.state.value;
  const kinds = session.about.value.orders;
  if (!state || state.snapshot.role === "spectator" || state.snapshot.outcome) return null;
  const own = Object.entries(kinds).filter(([kind]) => !GENERAL.includes(kind));
  const resting = state.orders.some((order) => order.startsWith("rest"));
  const order = (/** @type {string} */ words) => session.order(words);
  return html`<section class="orders" aria-label="Standing orders">
    <p class="hint">A bot answers for you, by the same rules and with what you know.</p>
    ${PARTS.filter((kind) => kind in kinds).map((kind) => html`<button key=${kind} onClick=${() => order(kind)}>Hand over ${kinds[kind]}</button>`)}
    <${Condition} session=${session} order=${order} />
    ${own.length > 0 && html`<p class="hint">Or say in the line below: ${own.map(([kind, text]) => `orders ${kind} (${text})`).join("; ")}.</p>`}
    ${state.orders.length > 0 && html`<p role="status">In force: ${state.orders.map((each) => session.ordered(each)).join("; ")}.${" "}
      ${resting && html`<button onClick=${() => order("go")}>Carry them out again</button>${" "}`}
      <button onClick=${() => session.act({ act: "recall" })}>Take them back</button></p>`}
  </section>`;
}

/** An order with a condition. @param {{session: SeatSession, order: (words: string) => Promise<any>}} props */
function Condition({ session, order }) {
  const [what, setWhat] = useState("turn");
  const [until, setUntil] = useState("");
  const give = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const answer = await order(what === "stop" ? `stop ${until}` : until.trim() ? `${what} until ${until}` : what);
    if (answer && !answer.error) setUntil("");
  };
  return html`<form class="condition" onSubmit=${give}>
    <label>Order <select id="order-what" value=${what} onChange=${(/** @type {any} */ event) => setWhat(event.target.value)}>
      <option value="turn">a bot plays this turn</option>
      <option value="match">a bot plays on</option>
      <option value="stop">all orders rest</option>
      ${session.options.value.map((option) => html`<option key=${option.key} value=${`always ${option.text}`}>always: ${option.text}</option>`)}
    </select></label>
    <label>${what === "stop" ? "when" : "until"} I am told of <input id="order-until" maxlength="80" required=${what === "stop"} value=${until}
      placeholder="such as: sunk" onInput=${(/** @type {any} */ event) => setUntil(event.target.value)} /></label>
    <button type="submit">Order it</button>
  </form>`;
}
