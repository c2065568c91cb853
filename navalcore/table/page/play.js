// The page of a match.
import { linkTo, presentMoment, said } from "./address.js";
import { useAsked } from "./asked.js";
import { Board } from "./board.js";
import { Terms } from "./house.js";
import { isPlayedByBot, sentence } from "./ended.js";
import { html } from "./html.js";
import { path, request } from "./http.js";
import { Skip, hotKey, useFocusKept } from "./keys.js";
import { Life } from "./life.js";
import { follow } from "./lobby.js";
import { isRenewed } from "./me.js";
import { Ask, Held } from "./pick.js";
import { Rulebook } from "./rulebook.js";
import { BoardBar, Side } from "./side.js";
import { addressOf, invitationsOf, keepOver, mine, read, seatAddress, seatAt, seatIn, sitAs, seatsAt, sitDown, sitIn } from "./seats.js";
import { SeatSession } from "./session.js";
import { Since } from "./since.js";
import { useEffect, useMemo, useState } from "./vendor/hooks.js";

/** @typedef {import("./transport.js").Transport} Transport */

/** Said to whoever has the old link of My matches, which opens none of its seats. */
const RENEWED = "My matches has a new link, made in another browser. Open it in this browser, and then this match from there.";

/** @param {{transport: Transport, match: string, hash: string, go: (address: string) => void}} props */
export function Play({ transport, match, hash, go }) {
  const { secret: told, invited } = read(hash);
  const secret = told ?? (hash ? null : seatAt(match));
  const sit = /^#sit=(.+)$/.exec(said(hash))?.[1] ?? null;
  if (invited || sit)
    return html`<${SitDown} transport=${transport} match=${match} role=${invited?.[0] ?? sit} invitation=${invited?.[1] ?? null} go=${go} />`;
  return html`<${Seat} key=${match + secret} transport=${transport} match=${match} secret=${secret} go=${go} />`;
}

/** @param {{transport: Transport, match: string, role: string, invitation: string | null, go: (address: string) => void}} props */
function SitDown({ transport, match, role, invitation, go }) {
  const [name, setName] = useState("");
  const [fault, setFault] = useState("");
  const { found: state, fault: unread } = useAsked(
    /** @type {() => Promise<import("./transport.js").State | null>} */
    async () => (transport.network ? request(`${path("matches", match)}?pictures=false&since=10000000`) : null), [match]);
  const [scenario, setScenario] = useState(/** @type {import("./transport.js").Scenario | null} */ (null));
  useEffect(() => {
    if (state) transport.game(state.snapshot.game).then((found) => setScenario(found.scenarios.find((each) => each.id === state.snapshot.scenario) ?? null), () => {});
  }, [state]);
  const seat = state?.seats.find((each) => each.role === role);
  const own = seat?.taken && mine().find((each) => each.match === match && each.role === role);
  useEffect(() => {
    if (!own) return; // whoever sits here already, such as one who comes back to the invitation, is not asked again
    history.replaceState(null, "", seatAddress(own));
    dispatchEvent(new PopStateEvent("popstate"));
  }, [Boolean(own)]);
  const take = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const taken = await transport.take(match, role, { invitation, name });
      go(await sitDown(transport, { match, title: `${state?.title ?? "A match"}: ${seat?.title ?? role.replaceAll("_", " ")}`, role, secret: taken.secret, invitations: {} }));
    } catch (error) {
      setFault(/** @type {Error} */ (error).message);
    }
  };
  return html`<main class="begin">
    <h1>Take a seat</h1>
    <p>You are invited to a match${state ? ` of ${state.title}` : ""}. Your seat: ${seat?.title ?? role.replaceAll("_", " ")}. This browser keeps it.</p>
    ${scenario && html`<p><b>${scenario.title}</b>${scenario.briefing && html`. ${scenario.briefing.end} It takes ${scenario.briefing.length}.`}</p>`}
    ${state && html`<p>${state.seats.filter((each) => each.role !== role && each.kind !== "nobody").map((each) => sentence(`${each.title}: ${each.kind === "bot" ? `the ${each.bot_title}` : each.name || (each.taken ? "somebody" : "free")}`)).join(" ")}</p>
      <h2>Rules of the table</h2><${Terms} house=${state.house} undo=${state.undo} />`}
    <form onSubmit=${take}>
      <div class="field">
        <label for="name">Your name, if you like</label>
        <input id="name" maxlength="40" autocomplete="nickname" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
      </div>
      ${(fault || unread) && html`<p class="bad" role="alert">${fault || unread}</p>`}
      <p class="row"><button class="main" type="submit">Sit down</button>
        <a class="button" href=${`${addressOf(match)}#watch`} onClick=${follow(go)}>Only watch</a></p>
    </form>
  </main>`;
}

/** @param {{transport: Transport, match: string, secret: string | null, go: (address: string) => void}} props */
function Seat({ transport, match, secret, go }) {
  const session = useMemo(() => new SeatSession(transport, match, secret), []);
  const [rule, openRule] = useState("");
  const [text, setText] = useState(false);
  const state = session.state.value;
  useFocusKept(session);
  useEffect(() => {
    session.seenAt = performance.now(); // effects run when all is painted
  }, [state?.snapshot.decision?.number]);
  useEffect(() => {
    session.learn();
    const moment = presentMoment();
    if (moment) session.look(moment);
    else if (/[?&](decision|choice|event)=/.test(location.search)) session.say("The address names no moment of this match.", true);
    const key = (/** @type {KeyboardEvent} */ event) => hotKey(event, session);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("keydown", key);
      session.close();
    };
  }, []);
  useEffect(() => {
    if (!state || !location.hash) return;
    const bare = () => history.replaceState(null, "", location.href.split("#")[0]);
    const { role } = state.snapshot;
    if (secret) sitDown(transport, { match, title: state.title, role, secret, invitations: invitationsOf(match, role) }).then((address) => (address.includes("#seat=") ? sitAs(match, role) : sitIn(match, secret)) && bare(), () => {});
    else if (seatIn(location.hash) === role && sitAs(match, role)) bare();
  }, [state === null]);
  const refused = session.status.value === "refused";
  const [renewed, setRenewed] = useState(false);
  useEffect(() => {
    if (refused && transport.network) isRenewed().then(setRenewed);
  }, [refused]);
  const over = Boolean(state && (state.snapshot.outcome || state.closed));
  useEffect(() => {
    if (!state || !over) return;
    keepOver(match, state.snapshot.role);
    openRule("");
    for (const each of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[open]"))) each.close();
  }, [over]);
  useEffect(() => {
    if (!state) return;
    const turn = state.snapshot.decision ? "● " : "";
    document.title = `${turn}${state.title} - navalcore table`;
  }, [state]);
  if (!state)
    return html`<main class="begin">
      <h1>A match</h1>
      <p role="status">${session.notice.value.text ? sentence(session.notice.value.text) : "Opening the match."}</p>
      ${renewed && html`<p>${RENEWED}</p>`}
      <p><a href=${linkTo("/")} onClick=${follow(go)}>Lobby</a></p>
    </main>`;
  return html`<main class="play">
    <${Skip} session=${session} />
    <header>
      <a class="home" href=${linkTo("/")} onClick=${follow(go)} aria-label="Lobby"><span class="phone" aria-hidden="true">‹</span><span class="wide">Lobby</span></a>
      <h1 style=${{ "--letters": state.title.length }}><span class="game">${state.title}</span>${" "}<${Own} state=${state} /></h1>
      <div class="bar">
        <ul class="headline" aria-label=${session.moment.value ? "How it stood then" : "How it stands"}>${session.headline.value.map((each) => html`<li key=${each}>${each}</li>`)}</ul>
        <${Seats} session=${session} />
      </div>
      <${Life} session=${session} />
      <button id="briefing-key" class="small" title="What this is about (i)" aria-pressed=${session.briefing.value} onClick=${() => (session.briefing.value = !session.briefing.value)}>Briefing</button>
    </header>
    <div class="table">
      ${text ? html`<${TextBoard} session=${session} />` : html`<${Board} session=${session} />`}
      <${BoardBar} session=${session} text=${text} setText=${setText} />
    </div>
    <${Side} session=${session} openRule=${openRule} text=${text} setText=${setText} />
    <${Ask} session=${session} />
    <${Held} session=${session} />
    <${Rulebook} session=${session} game=${state.snapshot.game} number=${rule} open=${openRule} />
  </main>`;
}

/** The board within a page of somebody else, as every spectator sees it: nobody acts here, and no seat of this browser is opened.
 * @param {{transport: Transport, match: string}} props */
export function Watch({ transport, match }) {
  const session = useMemo(() => new SeatSession(transport, match, null, false), []);
  useEffect(() => {
    session.learn();
    return () => session.close();
  }, []);
  const state = session.state.value;
  if (!state) return html`<main class="play embedded"><p role="status">${session.notice.value.text || "Opening the match."}</p></main>`;
  return html`<main class="play embedded">
    <header>
      <h1 style=${{ "--letters": state.title.length }}><a href=${addressOf(match)} target="_blank" rel="noopener">${state.title}</a></h1>
      <div class="bar"><ul class="headline" aria-label="How it stands">${state.headline.map((each) => html`<li key=${each}>${each}</li>`)}</ul><${Seats} session=${session} /></div>
    </header>
    <div class="table"><${Board} session=${session} /></div>
    <${Since} session=${session} openRule=${() => {}} />
    ${state.snapshot.outcome && html`<p class="verdict">${state.snapshot.outcome.reason}</p>`}
  </main>`;
}

/** Whom somebody plays who takes up the phone; where only one seat is played, it needs no name.
 * @param {{state: import("./transport.js").State}} props */
function Own({ state }) {
  const { role } = state.snapshot;
  const seats = state.seats.filter((seat) => seat.kind !== "nobody");
  const seat = seats.find((each) => each.role === role);
  if (seat && seats.length < 2) return null;
  return html`<span class="own phone" aria-hidden="true">${seat ? `You: ${seat.title}` : "You watch"}</span>`;
}

/** Who sits where. @param {{session: import("./session.js").SeatSession}} props */
function Seats({ session }) {
  const state = session.state.value;
  if (!state) return null;
  const role = state.snapshot.role;
  return html`<ul class="seats" aria-label="Seats">
    ${state.seats.filter((seat) => seat.kind !== "nobody").map((seat) => {
      const too = seatsAt(session.match).some((each) => each.role === seat.role);
      const who = too ? "you too" : seat.kind === "bot" ? seat.bot_title : seat.name || (seat.taken ? "taken" : isPlayedByBot(state, seat.role) ? "a bot" : "free");
      const asked = state.snapshot.waiting_for.includes(seat.role);
      return html`<li key=${seat.role} class=${asked ? "asked" : ""}>
        ${asked && html`<span aria-hidden="true">▶ </span>`}<span class="name"><span class="role">${seat.title}</span>: ${seat.role === role ? "you" : who}</span>${asked && html`<span class="spoken"> (to choose)</span>`}
      </li>`;
    })}
    ${role === "spectator" && html`<li>you watch</li>`}
  </ul>`;
}

/** The board in letters. @param {{session: import("./session.js").SeatSession}} props */
function TextBoard({ session }) {
  const [text, setText] = useState("");
  const state = session.state.value;
  useEffect(() => {
    session.learn().then((about) => setText(about?.text ?? ""));
  }, [state]);
  return html`<pre class="text-board" tabindex="0" aria-label="Board as text">${text}</pre>`;
}
