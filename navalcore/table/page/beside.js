// The companion: rules for people with a real board, on a phone. What is asked for is filled in, rolled and kept.
import { factsOf } from "./acting.js";
import { linkTo } from "./address.js";
import { besideAddress, packed, unpacked } from "./beside_address.js";
import { OwnFigures, withFigures } from "./beside_data.js";
import { Notices, RuleLink } from "./choices.js";
import { copied } from "./copy.js";
import { RealDice } from "./dice.js";
import { html } from "./html.js";
import { follow } from "./lobby.js";
import { Rulebook } from "./rulebook.js";
import { addressOf } from "./seats.js";
import { SeatSession } from "./session.js";
import { useEffect, useMemo, useRef, useState } from "./vendor/hooks.js";
import { effect } from "./vendor/signals.js";

/**
 * @typedef {import("./transport.js").Transport} Transport
 * @typedef {import("./session.js").Option} Option
 * @typedef {{name: string, text: string, value: string, shown: string, number: boolean}} Field
 * @typedef {{procedure: string, title: string, form: Field[], misfit: [string, string] | null, assumes: string, procedures: {name: string, title: string, rule: string, last: string}[], marks: {text: string, count: number, key: string}[], runs: number}} Desk
 * @typedef {{match: string, secret: string}} Evening
 */

/** A field with more values than this shows those used last, and the others when asked. */
const FEW = 16;
/** Letters of a result that is not shown in large type. */
const LONG = 80;
const USED = "navalcore used ";

/** What this browser keeps under a name. @param {string} name @returns {any} */
function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value */
function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: the evening is there until the page is closed
  }
}

/** Wait until the state that a choice has brought is here. @param {SeatSession} session @param {(number: number) => boolean} done @returns {Promise<void>} */
const until = (session, done) =>
  new Promise((ready) => {
    const stop = effect(() => {
      if (session.state.value && done(session.state.value.snapshot.number)) setTimeout(() => (stop(), ready()));
    });
  });

/** @param {{transport: Transport, game: string, hash: string, go: (address: string) => void}} props */
export function Beside({ transport, game, hash, go }) {
  const name = `navalcore beside ${game}`;
  const [evening, setEvening] = useState(/** @type {Evening | null} */ (null));
  const [fault, setFault] = useState("");
  const [figures, setFigures] = useState(false);
  const begun = useRef(false);
  /** Begin another evening. Why it cannot, or "". @param {Record<string, any> | null} position */
  const begin = async (position) => {
    try {
      const made = await transport.begin({
        game: `${game}:companion`, dice: "physical", undo: "free", position, seats: { table: { by: "me", bot: "" } },
      });
      const fresh = { match: made.match, secret: made.seats[0].secret ?? "" };
      keep(name, fresh);
      setEvening(fresh);
      return "";
    } catch (error) {
      setFault(/** @type {Error} */ (error).message);
      return /** @type {Error} */ (error).message;
    }
  };
  /** An evening with files of its own, where they are figures of the evening. @param {any} sent */
  const withFiles = async ({ files, ...position }) => {
    try {
      await begin(withFigures(position, await transport.figures(game, files)));
    } catch (error) {
      setFault(`${/** @type {Error} */ (error).message} The page without a server takes all files of an evening.`);
    }
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    (async () => {
      const sent = await unpacked(hash);
      if (hash.startsWith("#from=")) {
        history.replaceState(null, "", besideAddress(game));
        if (!sent) return setFault("This link is not complete: ask for it again. Your own evening is kept; load the page again to continue it.");
      }
      const known = kept(name);
      if (sent && (await laidOver(transport, game, sent.files ?? {}, setFault))) {
        location.hash = hash;
        return location.reload(); // Python starts again, with these files
      }
      if (sent?.files && !transport.layOver) await withFiles(sent);
      else if (sent) await begin({ ...sent, files: undefined });
      else if (known) setEvening(known);
      else await begin(null);
    })();
  }, []);
  if (!evening)
    return html`<main class="companion"><h1>Beside the real board</h1><p role="status" class=${fault && "bad"}>${fault || "Laying out the rules."}</p>
      ${fault && html`<p><button id="own-figures" aria-pressed=${figures} onClick=${() => setFigures(!figures)}>Your own figures</button></p>`}
      ${figures && html`<${OwnFigures} transport=${transport} game=${game} laid=${async (/** @type {any} */ set) => void (await begin({ at: "ask", set }))} changed=${async () => location.reload()} />`}
      <p><a href=${linkTo("/")} onClick=${follow(go)}>Lobby</a></p></main>`;
  return html`<${Evening} key=${evening.match} transport=${transport} game=${game} evening=${evening} begin=${begin} go=${go} />`;
}

/** Lay the files of a link, and no others, over the game's, if it is not so already: whether Python has to start again.
 * @param {Transport} transport @param {string} game @param {Record<string, string>} files @param {(fault: string) => void} setFault */
async function laidOver(transport, game, files, setFault) {
  if (!transport.layOver || !transport.ownData) return false;
  try {
    const { own } = await transport.ownData(game);
    if (Object.keys({ ...own, ...files }).every((name) => own[name] === files[name])) return false;
    await transport.layOver(game, files);
    return true;
  } catch (error) {
    setFault(/** @type {Error} */ (error).message);
    return false;
  }
}

/** Where an evening is, as a link holds it, with the files that lie over the game's.
 * @param {SeatSession} session @param {Transport} transport @param {string} game @returns {Promise<{position?: any, fault?: string}>} */
async function positionOf(session, transport, game) {
  const answer = await session.connection.act({ act: "pass_on" });
  if (!answer.said) return { fault: answer.error?.message ?? "" };
  const own = (await transport.ownData?.(game))?.own ?? {};
  return { position: Object.keys(own).length ? { ...answer.said, files: own } : answer.said };
}

/** @param {{transport: Transport, game: string, evening: Evening, begin: (position: Record<string, any> | null) => Promise<string>, go: (address: string) => void}} props */
function Evening({ transport, game, evening, begin, go }) {
  const session = useMemo(() => new SeatSession(transport, evening.match, evening.secret), []);
  const [rule, openRule] = useState("");
  const [panel, setPanel] = useState("");
  const line = useRef(Promise.resolve());
  const state = session.state.value;
  useEffect(() => () => session.close(), []);
  const again = () => void begin(null);
  const desk = /** @type {Desk | undefined} */ (/** @type {unknown} */ (state?.snapshot.view));
  useEffect(() => {
    if (state) document.title = `${desk?.title || "Beside the real board"} - navalcore`;
  });
  if (session.status.value === "refused" && !state) // it was deleted, or other rules have kept it
    return html`<main class="companion"><h1>Beside the real board</h1><p role="alert" id="gone">This evening cannot be continued. ${session.notice.value.text}</p>
      <button class="big main" id="begin-another" onClick=${again}>Begin another evening</button><p><a href=${linkTo("/")} onClick=${follow(go)}>Lobby</a></p></main>`;
  if (!state || !desk) return html`<main class="companion"><p role="status">Opening the evening.</p></main>`;
  const { decision, outcome } = state.snapshot;
  /** Taps wait for each other, so none is lost while one is on its way. An answer is for its own question.
   * @param {string} key @param {number} [asked] - the question's number */
  const take = (key, asked) => {
    line.current = line.current.then(async () => {
      if (asked !== undefined && session.state.peek()?.snapshot.decision?.number !== asked) return;
      const stood = session.state.peek()?.snapshot.number ?? 0;
      const answer = await session.choose({ key });
      if (answer && !answer.error) await until(session, (now) => now > stood);
    });
  };
  const back = async () => {
    const rolled = session.state.peek()?.rolled ?? 0;
    await (rolled > 0 ? session.connection.act({ act: "unroll", rolled }) : session.undo());
  };
  /** Go on with the evening once Python has started with other files. */
  const changed = async () => {
    const { position } = await positionOf(session, transport, game);
    if (position) history.replaceState(null, "", `${besideAddress(game)}#from=${await packed(position)}`);
    location.reload();
  };
  /** Go on with the evening with figures of the group's own. @param {Record<string, any>} figures */
  const laid = async (figures) => {
    const { position, fault } = await positionOf(session, transport, game);
    const refused = position ? await begin(withFigures(position, figures)) : fault;
    if (refused) throw new Error(refused);
  };
  const shown = panel;
  return html`<main class="companion">
    <header>
      <a class="home" href=${linkTo("/")} onClick=${follow(go)} aria-label="Lobby">‹</a>
      <h1>${desk.title || "Beside the real board"}</h1>
      <button id="beside-log" aria-pressed=${shown === "log"} onClick=${() => setPanel(shown === "log" ? "" : "log")}>Log</button>
      <button id="beside-link" aria-pressed=${shown === "link"} onClick=${() => setPanel(shown === "link" ? "" : "link")}>Link</button>
    </header>
    <${Notices} session=${session} openRule=${openRule} />
    ${shown === "figures" && html`<${OwnFigures} transport=${transport} game=${game} laid=${laid} changed=${changed} />`}
    ${shown === "log" && html`<${History} session=${session} />`}
    ${shown === "link" && html`<${PassOn} session=${session} transport=${transport} game=${game} evening=${evening} again=${again} figures=${() => setPanel("figures")} />`}
    <${RealDice} session=${session} openRule=${openRule} open />
    ${decision && ["form", "ask"].includes(decision.kind) && html`<${Result} session=${session} title=${desk.title} />`}
    ${decision?.kind === "form" && html`<${Form} key=${desk.procedure + desk.runs} game=${game} session=${session} desk=${desk} take=${take} openRule=${openRule} />`}
    ${decision && !["form", "ask"].includes(decision.kind) && html`<section class="owner" aria-labelledby="owner-asked" data-decision=${decision.number}>
      <h2 id="owner-asked" class="mine">${decision.prompt} ${decision.rule && html`<${RuleLink} number=${decision.rule} open=${openRule} />`}</h2>
      ${decision.options.map((option) => html`<button class="big" key=${option.key} data-key=${option.key} onClick=${() => take(option.key, decision.number)}>${option.text}</button>`)}
    </section>`}
    ${decision && ["form", "ask"].includes(decision.kind) && html`<section class=${desk.procedure ? "tiles beneath" : "tiles"} aria-label="What do you resolve?" data-runs=${desk.runs}>
        ${desk.procedures.filter((each) => each.name !== desk.procedure).map((each) => html`<button class="tile" key=${each.name} data-key=${`ask_for/${each.name}`} onClick=${() => take(`ask_for/${each.name}`)}>
          ${each.title}${each.last && html`<small>${each.last}</small>`}</button>`)}
      </section>`}
    ${decision?.kind !== "form" && decision?.kind !== "ask" && html`<${Running} session=${session} />`}
    ${outcome && html`<p>${outcome.reason}</p><button class="big" onClick=${again}>Begin another evening</button>`}
    <${Marks} desk=${desk} options=${decision?.options ?? []} take=${take} />
    ${(state.snapshot.number > 0 || state.rolled > 0) && html`<p><button id="take-back" onClick=${back}>Take back</button></p>`}
    <${Rulebook} session=${session} game=${game} number=${rule} open=${openRule} />
  </main>`;
}

/** What is kept, each mark with a button that takes it off alone. @param {{desk: Desk, options: readonly Option[], take: (key: string) => void}} props */
function Marks({ desk, options, take }) {
  if (!desk.marks.length) return null;
  const off = new Map(options.filter((option) => option.kind === "take_off").map((option) => [option.fields.mark, option.key]));
  return html`<section class="marks" aria-labelledby="marks"><h2 id="marks">On the board</h2>
    <ul>${desk.marks.map((mark) => {
      const key = off.get(mark.key);
      return html`<li key=${mark.key || mark.text}><span>${mark.text}</span>
        ${key && html`<button class="off" data-key=${key} aria-label=${`Take off: ${mark.text}`} onClick=${() => take(key)}>×</button>`}</li>`;
    })}</ul></section>`;
}

/** The form of a procedure: each field with its values as buttons, and the chances before anything is begun.
 * @param {{game: string, session: SeatSession, desk: Desk, take: (key: string) => void, openRule: (number: string) => void}} props */
function Form({ game, session, desk, take, openRule }) {
  const decision = session.state.value?.snapshot.decision;
  const [open, setOpen] = useState("");
  const [tapped, setTapped] = useState(/** @type {Record<string, string>} */ ({}));
  if (!decision) return null;
  const begin = decision.options.find((option) => option.kind === "begin");
  const weigh = decision.options.find((option) => option.kind === "weigh");
  const fill = (/** @type {Field} */ field, /** @type {Option} */ option) => {
    setTapped({ ...tapped, [field.name]: String(option.fields.value) });
    setOpen("");
    note(game, field.name, String(option.fields.value));
    take(option.key);
  };
  return html`<section class="form" aria-label=${desk.title}>
    ${desk.form.map((field) => {
      const values = decision.options.filter((option) => option.kind === "fill" && option.fields.field === field.name);
      const value = tapped[field.name] ?? field.value;
      const chips = values.length > FEW && open !== field.name ? few(game, field, values, value) : values;
      return html`<fieldset key=${field.name} data-field=${field.name}>
        <legend>${labelOf(desk, field.name)}</legend>
        <div class=${field.number ? "chips numbers" : "chips"}>
          ${chips.map((option) => html`<button key=${option.key} data-key=${option.key} aria-pressed=${option.fields.value === value} onClick=${() => fill(field, option)}>${option.fields.shown}</button>`)}
          ${chips.length < values.length && html`<button class="more" aria-label="others" onClick=${() => setOpen(field.name)}>${field.number ? "…" : "others …"}</button>`}
        </div>
      </fieldset>`;
    })}
    <div class="foot">
      <${Chances} facts=${begin ? factsOf(begin, decision) : []} assumes=${desk.assumes} />
      ${weigh && html`<button class="big" id="tell-chances" onClick=${() => take(weigh.key)}>Chances</button>`}
      ${desk.misfit && html`<p class="bad" id="misfit" role="alert">${desk.misfit[0] && `${labelOf(desk, desk.misfit[0])}: `}${desk.misfit[1]}</p>`}
      <button class="big main" id="begin-it" disabled=${!begin} onClick=${() => begin && take(begin.key)}>Begin</button>
      ${decision.rule && html`<${RuleLink} number=${decision.rule} open=${openRule} />`}
    </div>
  </section>`;
}

/** What a field of the form is called. @param {Desk} desk @param {string} name */
const labelOf = (desk, name) => (desk.form.find((field) => field.name === name)?.text ?? name).replace(/\.$/, "");

/** The values of a long field that stand ready: the present one, those used last, then the first of all.
 * @param {string} game @param {Field} field @param {Option[]} values @param {string} value */
function few(game, field, values, value) {
  const wanted = [...new Set([value, ...(kept(`${USED}${game} ${field.name}`) ?? []), ...values.map((option) => option.fields.value)])].slice(0, FEW - 1);
  return values.filter((option) => wanted.includes(option.fields.value));
}

/** Note that a value was used. @param {string} game @param {string} field @param {string} value */
function note(game, field, value) {
  const name = `${USED}${game} ${field}`;
  keep(name, [value, ...(kept(name) ?? []).filter((/** @type {string} */ each) => each !== value)].slice(0, FEW));
}

/** What has happened since the procedure began, the last first. @param {{session: SeatSession}} props */
function Running({ session }) {
  const log = session.log.value;
  const gone = session.takenBack.value;
  const from = log.map((event) => event.kind).lastIndexOf("asked_for");
  const told = log.slice(from).filter((event) => from >= 0 && told_at_the_table(event) && !gone.has(event.n)).reverse();
  return html`<section class="history running" aria-label="What has happened" aria-live="polite"><ol>
    ${told.map((event) => html`<li key=${event.n}>${event.text} ${event.rule && html`<small>${event.rule}</small>`}</li>`)}
  </ol></section>`;
}

/** The chances of what the form says, and what they assume that the owners answer. @param {{facts: import("./types.js").FactData[], assumes: string}} props */
function Chances({ facts, assumes }) {
  if (!facts.length) return null;
  return html`<section class="odds" aria-label="Chances">
    <ul>${facts.map((fact) => html`<li key=${fact.text}>
      ${fact.kind === "chance" && html`<span class="portion" style=${{ width: `${100 * fact.value}%` }} aria-hidden="true"></span>`}
      <span>${fact.text.replaceAll(" %", "\u00a0%")}</span></li>`)}</ul>
    ${assumes && html`<p class="hint">${assumes}</p>`}
  </section>`;
}

/** What came of the last procedure, above its form and where there is no form. @param {{session: SeatSession, title: string}} props */
function Result({ session, title }) {
  const log = session.log.value;
  const from = log.map((event) => event.kind).lastIndexOf("asked_for");
  if (from < 0) return null;
  const told = log.slice(from).filter((event) => told_at_the_table(event));
  const result = told.filter((event) => event.kind === "resolved").pop();
  if (!result || (title && result.fields.title !== title)) return null;
  return html`<section class="result" aria-live="polite"><h2 class=${result.text.length > LONG ? "long" : ""}>${result.text}</h2>
    <details><summary>How it came about</summary><ol>${told.slice(0, -1).map((event) => html`<li key=${event.n}>${event.text} ${event.rule && html`<small>${event.rule}</small>`}</li>`)}</ol></details>
  </section>`;
}

/** Whether a log line is news at a real table: dice and taps are told by what came of them. @param {import("./types.js").EventData} event */
const told_at_the_table = (event) => !["choice_made", "dice_rolled", "undone"].includes(event.kind);

/** The evening to read back, the last first. @param {{session: SeatSession}} props */
function History({ session }) {
  useEffect(() => {
    session.after();
  }, []);
  const gone = session.takenBack.value;
  const told = session.log.value.filter((event) => told_at_the_table(event) && !gone.has(event.n));
  return html`<section class="history" aria-label="Log"><ol reversed>
    ${told.reverse().map((event) => html`<li key=${event.n} class=${event.kind === "asked_for" ? "head" : event.kind === "resolved" ? "end" : ""}>${event.text} ${event.rule && html`<small>${event.rule}</small>`}</li>`)}
  </ol></section>`;
}

/** The link that passes the evening on, and the end of it.
 * @param {{session: SeatSession, transport: Transport, game: string, evening: Evening, again: () => void, figures: () => void}} props */
function PassOn({ session, transport, game, evening, again, figures }) {
  const [link, setLink] = useState("");
  const [said, setSaid] = useState("");
  const [sure, setSure] = useState(false);
  const state = session.state.value;
  useEffect(() => {
    (async () => {
      const { position, fault } = await positionOf(session, transport, game);
      if (position) setLink(`${new URL(besideAddress(game), location.href).href}#from=${await packed(position)}`);
      else setSaid(fault ?? "");
    })();
  }, [state?.snapshot.number, state?.roll?.number]);
  const share = async () => {
    try {
      const by_phone = "share" in navigator;
      if (by_phone) await navigator.share({ title: "Beside the real board", url: link });
      else if (!(await copied(link))) throw new Error("no clipboard");
      setSaid(by_phone ? "Passed on." : "Copied.");
    } catch {
      setSaid("Copy the link below.");
    }
  };
  return html`<section class="pass-on" aria-label="Link" data-ready=${link ? "yes" : "no"}>
    <p class="hint">This link continues from here on another phone, with all marks. It contains the evening itself, so it works without a network.</p>
    <button class="big" id="share-it" disabled=${!link} onClick=${share}>Pass the evening on</button>
    <input readonly aria-label="Link" value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} />
    ${transport.network && html`<p><a href=${addressOf(evening.match)}>The page of this evening</a>, to watch it on another phone.</p>`}
    <p role="status">${said}</p>
    <p><button id="own-figures" onClick=${figures}>Your own figures</button></p>
    ${sure ? html`<button class="big bad" id="new-evening" onClick=${again}>Yes: begin again, without these marks</button>` : html`<button id="end-evening" onClick=${() => setSure(true)}>Begin another evening</button>`}
  </section>`;
}
