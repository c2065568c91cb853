// The table beside the match: its rules, clocks, what happened there, and what one may do about seats.
import { Copy } from "./copy.js";
import { happened, isPlayedByBot } from "./ended.js";
import { terms } from "./house.js";
import { html } from "./html.js";
import { clockTime } from "./lobby.js";
import { holdSeat } from "./me.js";
import { addressOf, invitationTo, invitationsOf, leaveSeat, seatAddress, sitDown } from "./seats.js";
import { called, title } from "./session.js";
import { Invitation } from "./share.js";
import { useEffect, useRef, useState } from "./vendor/hooks.js";

/** @param {number} seconds */
const span = (seconds) => {
  const hours = Math.floor(Math.abs(seconds) / 3600);
  const text = hours >= 48 ? `${Math.floor(hours / 24)} days` : `${hours} h ${Math.floor((Math.abs(seconds) % 3600) / 60)} min`;
  return seconds < 0 ? `ran out ${text} ago` : text;
};

/** What follows where a seat resigns. @param {import("./transport.js").State} state @param {string} role */
function ifResigned(state, role) {
  const other = state.seats.find((seat) => seat.kind !== "nobody" && seat.role !== role);
  const lost = `You lose the match${other ? ` to ${called(state, other.role)}` : ""}.`;
  return { loss: lost, bot: "A bot plays on in your seat, and you watch.", end: "Nobody plays on with you, so the match is abandoned." }[state.resigning];
}

/** Have the browser keep a text as a file. @param {string} name @param {string} text */
function saveText(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {{session: import("./session.js").SeatSession}} props */
export function Life({ session }) {
  const state = session.state.value;
  const [said, setSaid] = useState("");
  const [given, setGiven] = useState({ seat: "", address: "", again: false });
  const [elsewhere, setElsewhere] = useState("");
  const [days, setDays] = useState(7);
  const [now, setNow] = useState(Date.now()); // clocks go on while nothing is sent
  const box = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => setNow(Date.now()), [state]);
  useEffect(() => {
    const timer = setInterval(() => box.current?.open && setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (state && session.transport.network && state.snapshot.role !== "spectator") holdSeat(session.match, state.snapshot.role, session.secret);
  }, [state === null]);
  const over = Boolean(state && (state.snapshot.outcome || state.closed));
  useEffect(() => {
    if (over && box.current) box.current.open = false; // how it has ended is seen beside the board
  }, [over]);
  useEffect(() => {
    const shut = () => box.current && (box.current.open = false);
    const pressed = (/** @type {any} */ event) => !box.current?.contains(event.target) && shut();
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || !box.current?.open) return;
      if (box.current.contains(document.activeElement)) box.current.querySelector("summary")?.focus();
      shut();
    };
    addEventListener("pointerdown", pressed);
    addEventListener("keydown", key);
    return () => (removeEventListener("pointerdown", pressed), removeEventListener("keydown", key));
  }, []);
  if (!state) return null;
  const role = state.snapshot.role;
  const seated = state.seats.some((seat) => seat.role === role);
  /** @param {any} act @param {string} [sure] */
  const act = async (act, sure) => {
    if (sure && !confirm(sure)) return null;
    const answer = await session.act({ act: "seat", ...act });
    setSaid(answer.error?.message ?? "");
    return answer.said ?? null;
  };
  const renew = async () => {
    const found = await act({ do: "renew" }, "Make a new key? The old one will no longer work for anybody.");
    if (!found?.secret) return;
    await sitDown(session.transport, { match: session.match, title: state.title, role, secret: found.secret, invitations: invitationsOf(session.match, role) });
    location.assign(session.transport.network ? seatAddress({ match: session.match, title: "", role, secret: null, invitations: {} }) : addressOf(session.match, found.secret));
    location.reload();
  };
  const link = async () => {
    const found = await act({ do: "link" });
    if (found?.link) setElsewhere(new URL(`${addressOf(session.match)}#enter=${found.link}`, location.href).href);
  };
  /** Watch from now on, with the invitation to the seat that was left. @param {{role: string, invitation: string | null} | null} left */
  const gone = (left) => {
    if (!left) return;
    leaveSeat(session.match, state.title, left);
    location.assign(`${addressOf(session.match)}#watch`);
    location.reload();
  };
  /** @param {any} order @param {string} [sure] */
  const invite = async (order, sure) => {
    const found = await act(order, sure);
    if (!found?.invitation && found?.role !== role) return;
    if (found.role === role) return gone(found);
    session.invite(found.role, found.invitation);
    setGiven({ seat: title(state, found.role), address: invitationTo(session.match, found.role, found.invitation), again: order.do === "invite" });
  };
  const clocks = state.clocks.map((clock) => ({ ...clock, seconds: clock.seconds - (clock.runs ? (now - session.heardAt) / 1000 : 0) }));
  const others = state.seats.filter((seat) => seat.kind === "person" && seat.role !== role);
  const offers = session.offers.value;
  const file = async () => {
    const answer = await session.act({ act: "save", whole: true });
    if (answer.error) return setSaid(answer.error.message);
    saveText(`${state.snapshot.game.replace(/\W+/g, "_")}.navalcore.json`, answer.said);
  };
  const away = state.notes.filter((note) => note.role === role && ["left", "back"].includes(note.what)).at(-1)?.what === "left";
  const button = (/** @type {string} */ text, /** @type {() => void} */ does) => html`<button class="small" onClick=${does}>${text}</button> `;
  return html`<details class="life" ref=${box} onToggle=${() => setNow(Date.now())}>
    <summary>Table${state.closed ? ": closed" : ""}</summary>
    <div class="panel">
      ${state.closed && html`<p class="bad">${state.closed}</p>`}
      ${terms(state).map((each) => html`<p class="hint">${each}</p>`)}
      ${clocks.length > 0 && html`<ul class="rows">${clocks.map((clock) => html`<li>${title(state, clock.role)}: ${span(clock.seconds)}${clock.runs ? " (runs)" : ""}</li>`)}</ul>`}
      ${seated && html`<p>
        ${!over && button("Resign", () => invite({ do: "resign" }, `Resign? ${ifResigned(state, role)}`))}
        ${!over && others.length > 0 && (offers.has(role) ? button("Withdraw my offer of a draw", () => act({ do: "decline" }))
          : offers.size ? html`${button("Accept the draw", () => act({ do: "draw" }))}${button("Decline the draw", () => act({ do: "decline" }))}`
            : button("Offer a draw", () => act({ do: "draw" })))}
        ${!over && clocks.some((clock) => clock.seconds < 0 && clock.role !== role) && button("Claim the match", () => act({ do: "claim" }))}
        ${!over && button("Give my seat to a bot", () => invite({ do: "hand", bot: "" }, "Give your seat to a bot? You watch from then on."))}
        ${!over && button("Leave my seat to somebody else", () => invite({ do: "hand" }, "Leave your seat? You watch from then on."))}
        ${state.seats.filter((seat) => seat.kind === "person" && seat.role !== role).map((seat) => (seat.taken
          ? !over && Date.parse(state.absent[seat.role] ?? "") <= now && button(`Free the seat: ${seat.title}`, () => invite({ do: "hand", role: seat.role }))
          : [state.host === role && button(`New invitation: ${seat.title}`, () => invite({ do: "invite", role: seat.role })),
            !over && !isPlayedByBot(state, seat.role) && (state.host === role || state.house.absent === "bot") && button(`A bot for the seat: ${seat.title}`, () => act({ do: "hand", role: seat.role, bot: "" }, `Give the seat of ${seat.title} to a bot?`))]))}
        ${clocks.length > 0 && (away ? button("I am back", () => act({ do: "back" })) : html`${button("Go on leave for", () => act({ do: "leave", days }))}<input type="number" aria-label="Days of leave" min="1" max="60" value=${days} onInput=${(/** @type {any} */ event) => setDays(Number(event.target.value))} /> days `)}
        ${button("A new key for my seat", renew)} ${session.transport.network && button("A link for another device", link)}
        ${(over || !others.length) && button("The match as a file", file)}
        ${!over && !others.length && button("Abandon the match", () => act({ do: "abandon" }, "Abandon the match?"))}
        ${state.host === role && (over || !others.some((seat) => seat.taken)) && button("Delete the match", async () => (await act({ do: "delete" }, "Delete the match for good?")) && location.assign("/"))}
      </p>`}
      ${seated && html`<p><label for="own-notes">My notes, which nobody else reads</label>
        <textarea id="own-notes" rows="3" maxlength="4000" onChange=${(/** @type {any} */ event) => act({ do: "note", text: event.target.value })}>${state.mine}</textarea></p>`}
      ${given.address && html`<p role="status">Invitation, ${given.seat}:${given.again && " the one before no longer works."} <${Invitation} key=${given.address} address=${given.address} /></p>`}
      ${elsewhere && html`<p role="status">It works once: <${Copy} key=${elsewhere} text=${elsewhere} label="A link for another device" name="Copy the link" /></p>`}
      ${said && html`<p role="status"><output>${said}</output></p>`}
      ${state.notes.length > 0 && html`<ul class="rows">${state.notes.map((note) => html`<li><span class="hint">${clockTime(`${note.at}Z`)}</span> ${happened(note, called(state, note.role))}</li>`)}</ul>`}
    </div>
  </details>`;
}
