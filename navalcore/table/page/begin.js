// Beginning a match: scenario, options, and who sits where.
import { linkTo } from "./address.js";
import { useAsked } from "./asked.js";
import { Weight } from "./briefing.js";
import { OptionsForm } from "./form.js";
import { HouseFields, USUAL } from "./house.js";
import { html } from "./html.js";
import { Nowhere, follow } from "./lobby.js";
import { Rulebook } from "./rulebook.js";
import { sitDown } from "./seats.js";
import { useEffect, useRef, useState } from "./vendor/hooks.js";

/**
 * @typedef {import("./transport.js").Transport} Transport
 * @typedef {import("./transport.js").Game} Game
 * @typedef {import("./transport.js").Offer} Offer
 */

/** @param {{transport: Transport, id: string, go: (address: string) => void}} props */
export function Begin({ transport, id, go }) {
  const { found: game, fault: unread } = useAsked(() => transport.game(id), [id]);
  const [fault, setFault] = useState("");
  const [wanted, setScenario] = useState("");
  const [options, setOptions] = useState(/** @type {Record<string, unknown>} */ ({}));
  const [wishes, setWishes] = useState(/** @type {Record<string, string>} */ ({}));
  const [name, setName] = useState("");
  const [open, setOpen] = useState(false);
  const [free, setFree] = useState(false);
  const [real, setReal] = useState(false);
  const [rule, openRule] = useState("");
  const [house, setHouse] = useState(USUAL);
  const scenario = wanted || (game?.scenarios[0].id ?? "");
  useEffect(() => {
    if (game) document.title = `${game.title} - navalcore table`;
  }, [game]);
  const { found, fault: unfit } = useAsked(async () => (game ? transport.seats(id, { scenario, options }) : []), [game, scenario, options]);
  useEffect(() => setFault(""), [scenario, options]);
  if (!game) return html`<${Nowhere} text=${unread || "Loading the rules."} />`;

  const offers = found ?? [];
  const persons = offers.filter((offer) => offer.taken_by === "person");
  /** @param {Offer} offer */
  const wish = (offer) => wishes[offer.role] ?? (offer === persons[0] ? "me" : `bot:${game.bots[0]}`);
  const begun = useRef(false); // a double click begins one match
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (begun.current) return;
    begun.current = true;
    /** @type {Record<string, {by: "me" | "person" | "bot", bot: string}>} */
    const seats = {};
    for (const offer of persons) {
      const [by, bot = ""] = wish(offer).split(/:(.*)/);
      seats[offer.role] = { by: /** @type {any} */ (by), bot };
    }
    try {
      const dice = real ? "physical" : "committed";
      const made = await transport.begin({ game: id, scenario, options, undo, dice, public: open, name, seats, house });
      const invitations = Object.fromEntries(made.seats.flatMap((seat) => (seat.invitation ? [[seat.role, seat.invitation]] : [])));
      const own = made.seats.filter((seat) => seat.secret);
      let to = "";
      for (const { role, title, secret } of own.length ? own : [{ role: "", title: "watching", secret: null }]) {
        const address = await sitDown(transport, { match: made.match, title: `${game.title}: ${title}`, role, secret: secret ?? null, invitations });
        to ||= address;
      }
      go(to);
    } catch (error) {
      setFault(/** @type {Error} */ (error).message);
      begun.current = false;
    }
  };
  const undo = free || real ? "free" : "barrier";
  const { note, briefing } = game.scenarios.find((each) => each.id === scenario) ?? {};
  return html`<main class="begin">
    <p><a href=${linkTo("/")} onClick=${follow(go)}>Lobby</a></p>
    <h1>${game.title}</h1>
    <p class="hint">Designed by ${game.designer}, ${game.year}. <button id="read-rules" type="button" onClick=${() => openRule("first")}>Read the rules</button></p>
    <${Rulebook} session=${{ transport }} game=${id} number=${rule} open=${openRule} />
    <form onSubmit=${begin}>
      <div class="field">
        <label for="scenario">Scenario</label>
        <select id="scenario" onChange=${(/** @type {any} */ event) => setScenario(event.target.value)}>
          ${game.scenarios.map((each) => html`<option value=${each.id} selected=${each.id === scenario}>${each.title}</option>`)}
        </select>
        ${note && html`<p class="hint">${note}</p>`}
        ${briefing && html`<p class="hint">${briefing.end} It takes ${briefing.length}; weight <${Weight} weight=${briefing.weight} />.</p>`}
      </div>
      <fieldset>
        <legend>Seats</legend>
        ${offers.map((offer) => html`<${SeatField} key=${offer.role} offer=${offer} game=${game} network=${transport.network} wish=${wish(offer)}
            change=${(/** @type {string} */ to) => setWishes({ ...wishes, [offer.role]: to })} />`)}
        <div class="field">
          <label for="name">Your name, if you like</label>
          <input id="name" maxlength="40" autocomplete="nickname" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
        </div>
        ${transport.network && html`<${Tick} id="public" on=${open} change=${setOpen} text="Public: the lobby shows this match, and anybody may take a free seat" />`}
        <${Tick} id="real" on=${real} change=${setReal} text="Real dice and cards: people roll and draw, and tap what came up" />
        <${Tick} id="free" on=${free} change=${setFree} text="For study: every choice may be taken back, dice and all" />
      </fieldset>
      ${transport.network && html`<${HouseFields} house=${house} undo=${undo} change=${setHouse} />`}
      <details>
        <summary>Options of the rules</summary>
        <${OptionsForm} schema=${game.options} values=${options}
          change=${(/** @type {string} */ field, /** @type {unknown} */ value) => setOptions({ ...options, [field]: value })} />
      </details>
      <div class="at-hand">
        ${(fault || unfit) && html`<p class="bad" role="alert">${fault || unfit}</p>`}
        <button class="main" type="submit">Begin</button>
      </div>
    </form>
  </main>`;
}

/** @param {string} text */
const sentence = (text) => text && `${text[0].toUpperCase()}${text.slice(1)}.`;

/** The bots of a game, each once, the levels first and of these the weakest. @param {Game} game */
function opponents({ bots, bot_titles: titles, levels }) {
  const known = Object.keys(levels).map((level) => `${level} bot`);
  const place = (/** @type {string} */ bot) => (known.indexOf(titles[bot]) + 1 || known.length + 1);
  return bots.filter((bot, at) => bots.findIndex((each) => titles[each] === titles[bot]) === at).sort((one, other) => place(one) - place(other));
}

/** @param {{offer: Offer, game: Game, network: boolean, wish: string, change: (wish: string) => void}} props */
function SeatField({ offer, game, network, wish, change }) {
  const { bots, bot_titles: titles, levels: about } = game;
  const id = `seat-${offer.role}`;
  if (offer.taken_by === "nobody") return html`<p>${offer.title}: takes no part here.</p>`;
  if (offer.taken_by !== "person") return html`<p>${offer.title}: played by ${offer.taken_by.startsWith("bot:") ? `the ${titles[offer.taken_by.slice(4)]}` : offer.taken_by}.</p>`;
  const kinds = [["me", "me"], ["person", network ? "somebody else" : "somebody else, in another tab"], ...opponents(game).map((bot) => [`bot:${bot}`, `the ${titles[bot]}`])];
  const bot = wish.startsWith("bot:") ? wish.slice(4) : "";
  return html`<div class="field">
    <label for=${id}>${offer.title}</label>
    <select id=${id} onChange=${(/** @type {any} */ event) => change(event.target.value)}>
      ${kinds.map(([value, text]) => html`<option value=${value} selected=${value === wish}>${text}</option>`)}
    </select>
    ${bot && html`<p class="hint" id=${`${id}-about`}>${sentence(about[bot] ?? (bot === bots[0] ? about.standard : ""))}</p>`}
  </div>`;
}

/** @param {{id: string, on: boolean, change: (on: boolean) => void, text: string}} props */
export function Tick({ id, on, change, text }) {
  return html`<div class="tick">
    <input type="checkbox" id=${id} checked=${on} onChange=${(/** @type {any} */ event) => change(event.target.checked)} />
    <label for=${id}>${text}</label>
  </div>`;
}
