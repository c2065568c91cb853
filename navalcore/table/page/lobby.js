// The lobby: the games, the matches that everybody may see, and those this browser has a seat at.
import { linkTo } from "./address.js";
import { useAsked } from "./asked.js";
import { besideAddress } from "./beside_address.js";
import { BringIn } from "./bring_in.js";
import { Weight } from "./briefing.js";
import { html } from "./html.js";
import { learnAddress } from "./lessons.js";
import { addressOf, mine, seatAddress } from "./seats.js";
import { useTheme } from "./settings.js";
import { mounted } from "./svg.js";
import { useEffect, useRef, useState } from "./vendor/hooks.js";

/** @typedef {import("./transport.js").Transport} Transport */

const EVERY = 5000;

/** The game that is learnt soonest stands first, for those who are new.
 * @param {import("./transport.js").GameLine} one @param {import("./transport.js").GameLine} other */
const lightFirst = (one, other) => (one.briefing?.weight ?? 6) - (other.briefing?.weight ?? 6);

/** @param {{transport: Transport, go: (address: string) => void}} props */
export function Lobby({ transport, go }) {
  const { found: games, fault: unread } = useAsked(() => transport.games(), []);
  const [matches, setMatches] = useState(/** @type {import("./transport.js").LobbyMatch[]} */ ([]));
  const [fault, setFault] = useState("");
  useEffect(() => {
    document.title = "Lobby - navalcore table";
    const look = () =>
      transport.matches().then(
        (found) => (setMatches(found), setFault("")),
        (error) => setFault(error.message),
      );
    look();
    const timer = setInterval(look, EVERY);
    return () => clearInterval(timer);
  }, []);
  return html`<main class="lobby">
    <header>
      <h1>The table</h1>
      <p>Play against a bot or with friends. Your seat sees what it would know and no more, and nobody can choose the dice.</p>
    </header>
    ${(unread || fault) && html`<p class="bad" role="alert">${unread || fault}</p>`}
    <div class="rooms">
      <${Mine} transport=${transport} go=${go} />
      <section class="games" aria-labelledby="games">
        <h2 id="games">Begin a match</h2>
        <ul class="cards">
          ${[...(games ?? [])].sort(lightFirst).map(
            (game) => html`<li key=${game.id}>
              <${Picture} transport=${transport} game=${game.id} around=${game.briefing?.picture?.around ?? []} />
              <a href=${linkTo(`/new/${encodeURIComponent(game.id)}`)} onClick=${follow(go)}>${game.title}</a>
              <p>${game.summary}</p>
              ${game.briefing && html`<dl class="facts">
                <div><dt>players</dt><dd>${game.briefing.players}</dd></div>
                <div><dt>length</dt><dd>${game.briefing.length}</dd></div>
                <div><dt>weight</dt><dd><${Weight} weight=${game.briefing.weight} /></dd></div>
                <div><dt>scenarios</dt><dd>${Object.keys(game.scenarios).length}</dd></div>
              </dl>`}
              <p class="also"><span class="button play-it" aria-hidden="true">Play</span>
                <a class="button" href=${learnAddress(game.id)} onClick=${follow(go)}>Learn it</a>
                ${game.companion && html` <a class="button" href=${besideAddress(game.id)} onClick=${follow(go)}>Beside your real board</a>`}</p>
            </li>`,
          )}
        </ul>
      </section>
      <div class="beside">
        ${transport.network && html`<p><a id="my-games" class="button" href=${linkTo("/me")} onClick=${follow(go)}>My matches</a></p>`}
        ${transport.network && html`<details class="panel"><summary>Bring in a save</summary><${BringIn} transport=${transport} go=${go} /></details>`}
        ${transport.network && html`<section class="panel" aria-labelledby="matches">
          <h2 id="matches">Public matches</h2>
          ${matches.length === 0 && html`<p>There are none. Begin one, and let others join it.</p>`}
          <ul class="rows">
            ${matches.map((match) => html`<${Row} key=${match.id} match=${match} transport=${transport} go=${go} />`)}
          </ul>
        </section>`}
      </div>
    </div>
  </main>`;
}

/** How much sea or table is left around what a picture is of, as a part of it. */
const MARGIN = 0.12;

/** The part of a drawn board that some of its places take up, as the viewBox of a picture; undefined if there are none.
 * @param {Element} frame @param {string[]} around */
function boxAround(frame, around) {
  const boxes = around.flatMap((place) => [...frame.querySelectorAll(`[data-place="${CSS.escape(place)}"]`)]).map((each) => /** @type {SVGGraphicsElement} */ (each).getBBox());
  if (!boxes.length) return undefined;
  const [left, top] = [Math.min(...boxes.map((each) => each.x)), Math.min(...boxes.map((each) => each.y))];
  const [right, bottom] = [Math.max(...boxes.map((each) => each.x + each.width)), Math.max(...boxes.map((each) => each.y + each.height))];
  const [x, y] = [MARGIN * (right - left), MARGIN * (bottom - top)];
  return [left - x, top - y, right - left + 2 * x, bottom - top + 2 * y].join(" ");
}

/** What a game looks like at a moment of it. @param {{transport: Transport, game: string, around: string[]}} props */
function Picture({ transport, game, around }) {
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    transport.picture(game).then((layers) => {
      if (!frame.current) return;
      const drawn = layers.map((svg, at) => frame.current && mounted(frame.current.children[at], svg));
      const box = boxAround(frame.current, around);
      for (const each of drawn) {
        each?.setAttribute("preserveAspectRatio", "xMidYMid slice");
        if (box) each?.setAttribute("viewBox", box);
      }
    }, () => {}); // a game without a picture is played all the same
  }, [game]);
  return html`<div class=${`picture ${useTheme()}`} ref=${frame} aria-hidden="true"><div></div><div></div></div>`;
}

/** So many of one's own matches are listed at once. */
const FEW = 4;

/** Milliseconds between two looks at how one's own matches go. */
const LOOK = 20_000;

/** Those that run first, the newest of them at the top. @param {{transport: Transport, go: (address: string) => void}} props */
function Mine({ transport, go }) {
  const [all, setAll] = useState(false);
  const seats = mine().sort((one, other) => Number(one.over ?? false) - Number(other.over ?? false));
  if (!seats.length) return null;
  const many = Math.min(FEW, seats.filter(({ over }) => !over).length);
  const rows = (/** @type {import("./seats.js").Mine[]} */ some) => html`<ul class="rows">
    ${some.map((seat) => html`<${MyRow} key=${seat.match + seat.role} seat=${seat} transport=${transport} go=${go} />`)}
  </ul>`;
  return html`<section class="panel mine" aria-labelledby="mine">
    <h2 id="mine">Your matches</h2>
    ${many > 0 && rows(seats.slice(0, many))}
    ${seats.length > many && html`<details onToggle=${(/** @type {any} */ event) => setAll(event.target.open)}>
      <summary>${many ? `${seats.length - many} more` : `Over (${seats.length})`}</summary>${all && rows(seats.slice(many))}</details>`}
  </section>`;
}

/** One of one's own matches, with what tells it from others of the same game.
 * @param {{seat: import("./seats.js").Mine, transport: Transport, go: (address: string) => void}} props */
function MyRow({ seat, transport, go }) {
  const [line, setLine] = useState(/** @type {import("./transport.js").LobbyMatch | null} */ (null));
  useEffect(() => {
    const look = () => transport.line(seat.match).then(setLine, () => {}); // a match that is gone is known by its title alone
    look();
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, [seat.match]);
  return html`<li><a href=${seatAddress(seat)} onClick=${follow(go)}>${seat.title}</a>
    <span class="hint">${line ? told(line, seat.role) : seat.over && "over"}</span></li>`;
}

/** The words of this page are English; whether a day has twice 12 hours is a matter of the country. */
const ENGLISH = /^en\b/.test(navigator.language) ? navigator.language : "en-GB";
const { hourCycle } = new Intl.DateTimeFormat([], { hour: "numeric" }).resolvedOptions();

/** A moment as a clock here shows it. @param {string} moment */
export const clockTime = (moment) => new Date(moment).toLocaleString(ENGLISH, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit", hourCycle });

/** How a match goes, whose turn it is, against whom it is played and since when.
 * @param {import("./transport.js").LobbyMatch} line @param {string} role - whom it is told @param {[string, string]} [when] */
export function told(line, role, [since, moment] = ["begun", line.begun]) {
  const others = line.seats.filter((each) => each.role !== role && each.kind !== "nobody");
  const against = others.map((each) => (each.kind === "person" && !each.name ? each.title : sitter(each)));
  const asked = line.seats.filter((each) => line.waiting.includes(each.role) && each.role !== role).map((each) => each.title);
  const mine = line.waiting.includes(role);
  const turn = line.outcome || (mine ? html`<b>Your turn</b>` : asked.length ? `Waiting for ${asked.join(" and ")}` : line.rolls ? html`<b>A person rolls or draws</b>` : "Others choose");
  const rest = [line.headline, line.scenario, against.length && role ? `against ${against.join(" and ")}` : "", `${since} ${clockTime(moment)}`];
  return html`${turn} · ${rest.filter(Boolean).join(" · ")}`;
}

/** @param {{match: import("./transport.js").LobbyMatch, transport: Transport, go: (address: string) => void}} props */
function Row({ match, go }) {
  return html`<li>
    <a href=${addressOf(match.id)} onClick=${follow(go)}>${match.title}: ${match.scenario}</a>
    <span class="hint">${match.outcome || match.seats.map((seat) => `${seat.title}: ${sitter(seat)}`).join(", ")}</span>
    ${match.seats
      .filter((seat) => seat.free && !match.outcome)
      .map((seat) => html`<a class="button" href=${`${addressOf(match.id)}#sit=${seat.role}`} onClick=${follow(go)}>Play the ${seat.title}</a>`)}
  </li>`;
}

/** Who sits at a seat. @param {{kind: string, name: string, free: boolean}} seat */
const sitter = ({ kind, name, free }) => (kind === "bot" ? "a bot" : kind === "nobody" ? kind : free ? "free" : name || "a person");

/** The page of what is not here, or not yet. @param {{text: string}} props */
export const Nowhere = ({ text }) => html`<main class="begin"><p role="status">${text}</p><p><a href=${linkTo("/")}>Lobby</a></p></main>`;

/** A click on a link that stays on this page. @param {(address: string) => void} go */
export const follow = (go) => (/** @type {any} */ event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(event.currentTarget.getAttribute("href"));
};
