// One seat of a match as the page has it: the present state, the log, and what is shown.
import { factsOf, inOrder, optionsAt } from "./acting.js";
import { withMoment } from "./address.js";
import { happened, offersIn, sentence, settled, sinceThen } from "./ended.js";
import { Motion } from "./motion.js";
import { isRepeated, pressedAt } from "./presses.js";
import { entered, invitationsOf, keepInvitation, sitDown } from "./seats.js";
import { heard, holds } from "./settings.js";
import { Sheet } from "./sheet.js";
import { sinceChoice, wordsOf } from "./since.js";
import { batch, computed, signal } from "./vendor/signals.js";

/**
 * @typedef {import("./transport.js").State} State
 * @typedef {import("./types.js").OptionData} Option
 * @typedef {import("./types.js").EventData} Event
 * @typedef {{text: string, stills: Record<string, string>, commands: Record<string, string>, orders: Record<string, string>, last: string[], glossary: Record<string, string>, scores: Record<string, string>}} About
 * @typedef {{choice: number | null, of: number | null, told: number, digest: string, headline: string[], snapshot: State["snapshot"], board: State["board"]}} Moment
 */

const TAIL = 400;
/** How many events before these are fetched at a time. */
const EARLIER = 1_000;
/** Milliseconds in which a choice that could not be taken back is kept here: nobody has heard of it yet. */
const HELD = 3000;

/** A word that no other click bears. */
const click = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (each) => each.toString(36)).join("");

export class SeatSession {
  /**
   * @param {import("./transport.js").Transport} transport
   * @param {string} match
   * @param {string | null} secret
   * @param {boolean} [seated] - whether this browser's own seat is opened where there is no secret
   */
  constructor(transport, match, secret, seated = true) {
    this.transport = transport;
    this.match = match;
    this.secret = secret;
    this.state = signal(/** @type {State | null} */ (null));
    this.log = signal(/** @type {Event[]} */ ([]));
    this.status = signal(/** @type {"connecting" | "open" | "waiting" | "silent" | "refused"} */ ("connecting"));
    /** What is said to the person, and spoken by screen readers. */
    this.notice = signal({ text: "", bad: false, rule: "" });
    this.news = signal("");
    this.busy = signal(false);
    /** Whether a choice has been on its way for longer than one notices. */
    this.doing = signal("");
    /** Where on the page a choice was made, and at which decision: the focus returns there. */
    this.chosen = signal(/** @type {{part: "board" | "list", decision: number} | null} */ (null));
    /** A moment of the past that is looked at. */
    this.moment = signal(/** @type {Moment | null} */ (null));
    /** How often one was asked for: an answer that comes late is not shown. */
    this.wished = 0;
    /** Whose knowledge of the past is shown, once the match is over; empty: one's own. */
    this.eye = signal("");
    /** The place that is pointed at in the list, and the one that was last acted on upon the board, with where it lay. */
    this.pointed = signal("");
    this.acted = this.lay = "";
    /** Where the last choice was made. @type {"board" | "list" | ""} */
    this.part = "";
    /** What the picture calls its places. */
    this.titles = signal(/** @type {Map<string, string>} */ (new Map()));
    /** The line of the log that was pointed at: the board shows the places it names. */
    this.read = signal("");
    this.shown = computed(() => this.moment.value?.snapshot ?? this.state.value?.snapshot ?? null);
    /** How it stands at what is shown, in words. */
    this.headline = computed(() => this.moment.value?.headline ?? this.state.value?.headline ?? []);
    this.board = computed(() => (this.moment.value ? this.moment.value.board : (this.state.value?.board ?? [])));
    /** What the game says of itself: commands, orders, words, and which options stand last. */
    this.about = signal(/** @type {About} */ ({ text: "", stills: {}, commands: {}, orders: {}, last: [], glossary: {}, scores: {} }));
    /** What may be chosen now, the weightiest first: the one list that board, buttons, keys and input line are made of. */
    this.options = computed(() =>
      this.moment.value ? [] : inOrder(this.state.value?.snapshot.decision?.options ?? [], this.about.value.last, this.asked()),
    );
    /** How often a new invitation was made here, and those to other seats that this browser has, by role. */
    this.invited = signal(0);
    this.invitations = computed(() => (this.invited.value, invitationsOf(match, this.state.value?.snapshot.role ?? "")));
    /** Who offers a draw. */
    this.offers = computed(() => offersIn(this.state.value));
    /** What is asked once before it is done. */
    this.asking = signal(/** @type {{title: string, text: string, yes: string, passing?: boolean, act: () => void} | null} */ (null));
    /** A choice that has not been sent yet, because it could not be taken back. */
    this.held = signal(/** @type {Option | null} */ (null));
    this.release = 0;
    /** When the present state came. */
    this.heardAt = 0;
    /** Since when the present question is seen. */
    this.seenAt = Infinity;
    /** Whether it is known that the choice which is kept could not be taken back. */
    this.keeping = signal(false);
    this.briefing = signal(false);
    /** What the board is labelled with while the briefing is open, in order. */
    this.labels = signal(/** @type {{place: string, text: string}[]} */ ([]));
    this.motion = new Motion();
    this.sheet = new Sheet();
    /** The scene that is shown. */
    this.scene = "";
    /** The camera over the board that is shown. @type {import("./camera.js").Camera | null} */
    this.camera = null;
    /** The layers of scenes that never change, by digest. @type {Map<string, string>} */
    this.stills = new Map();
    /** How often the board has been drawn, and how often the news are to be shown again. */
    this.drawn = signal(0);
    this.again = signal(0);
    /** What has been told and not yet been shown on the board, and how the board stood at the last choice. @type {Event[]} */
    this.fresh = [];
    /** @type {import("./types.js").BoardPicture[]} */
    this.stood = [];
    this.takenBack = computed(() => {
      const gone = new Set();
      for (const event of this.log.value)
        if (event.kind === "undone") for (const n of /** @type {number[]} */ (event.fields.takes_back ?? [])) gone.add(n);
      return gone;
    });
    this.since = computed(() => sinceChoice(this.log.value, this.state.value?.snapshot.role ?? "", this.takenBack.value, this.state.value?.snapshot.outcome));
    const role = seated ? entered(match) : null;
    let refused = "";
    this.connection = transport.open(match, {
      hello: () => ({
        secret,
        cookie: secret === null && role !== null,
        seat: role ?? "",
        since: this.state.peek()?.snapshot.told ?? -TAIL,
        edition: this.state.peek()?.edition ?? null,
        pictures: true,
      }),
      state: (state) => {
        if (refused && this.notice.peek().text === refused) this.say(""); // it is open again
        refused = "";
        this.take(state);
      },
      status: (status) => (this.status.value = status),
      refused: (sentence, forGood) => {
        if (forGood) this.status.value = "refused";
        this.say((refused = sentence), true);
      },
    });
  }

  /** @param {State} sent */
  take(sent) {
    const state = settled(sent);
    const before = this.state.peek();
    if (before && before.edition === state.edition && state.snapshot.told < before.snapshot.told) return; // overtaken
    this.heardAt = Date.now();
    if (before?.snapshot.decision?.number !== state.snapshot.decision?.number) {
      this.takeHeldBack();
      this.seenAt = Infinity;
      this.pointed.value = ""; // what was pointed at is gone, and nobody tells that the pointer has left it
      if (this.asking.peek()?.passing) {
        this.asking.value = null;
        this.say("The question has changed, so nothing was done.");
      }
    }
    const ended = (before?.orders ?? []).filter((order) => !state.orders.includes(order));
    if (ended.length && !state.snapshot.outcome) this.say(`No longer in force: ${ended.map((order) => this.ordered(order)).join("; ")}.`);
    const news = sinceThen(before, state);
    const name = (/** @type {string} */ role) => state.seats.find((seat) => seat.role === role)?.name || "somebody";
    if (news.length && !state.closed) this.say(news.map((note) => (note.what === "sat" ? sentence(`${name(note.role)} plays ${called(state, note.role)} now`) : happened(note, called(state, note.role)))).join(" "));
    for (const { role } of state.seats.filter((seat) => seat.taken && invitationsOf(this.match, state.snapshot.role)[seat.role])) this.invite(role, "", state.snapshot.role); // it worked once
    if (before && !before.snapshot.outcome && state.snapshot.outcome) this.clear();
    batch(() => {
      this.state.value = state;
      this.hear(state);
    });
  }

  /** Shut what was opened, so that how the match has ended is seen. */
  clear() {
    this.briefing.value = false;
    this.sheet.open("choose");
    if (this.moment.peek()) this.look(null);
  }

  /** Add what was told to the log. @param {State} state */
  hear(state) {
    const { since, edition, snapshot } = state;
    const known = this.log.peek();
    const last = known.at(-1)?.n ?? 0;
    const anew = edition !== this.edition || (known.length > 0 && since === 0);
    this.edition = edition;
    if (!anew && since > last && known.length > 0) {
      this.after(last);
      return;
    }
    const fresh = anew ? snapshot.events : snapshot.events.filter((event) => event.n > last);
    if (anew || fresh.length) this.log.value = anew ? [...fresh] : [...known, ...fresh];
    if (known.length && !anew) this.fresh.push(...fresh);
    if (known.length && !anew) heard(fresh, snapshot.decision !== null && !this.busy.peek(), snapshot.outcome !== null);
    if (known.length && !anew) this.news.value = spoken(fresh.filter((event) => !event.detail).map((event) => wordsOf(event, state)));
  }

  /** Ask what the game says of itself. */
  async learn() {
    const answer = await this.connection.act({ act: "text_board" });
    if (answer.said) this.about.value = answer.said;
    return answer.said;
  }

  /** The layer of a scene that never changes. @param {string} digest */
  async still(digest) {
    const found = this.stills.get(digest) ?? (await this.transport.still(digest).catch(async () => (await this.learn())?.stills[digest] ?? ""));
    this.stills.set(digest, found);
    return found;
  }

  /** What has happened and was not yet shown on the board; when it is shown again, how a scene stood before. @param {string} scene */
  untold(scene) {
    if (this.replayed !== this.again.peek()) {
      this.replayed = this.again.peek();
      const before = this.stood.find((each) => each.id === scene)?.moving;
      if (before) return { before, events: this.since.peek().items.map((item) => item.event) };
    }
    return { before: "", events: this.fresh.splice(0) };
  }

  /** Show again what happened since the last choice. @param {boolean} steps - one after the other, when a button is pressed */
  replay(steps) {
    this.motion.skip();
    this.motion.steps = steps;
    this.again.value++;
  }

  /** The places of the question. @returns {Option["places"]} */
  asked() {
    return this.state.value?.snapshot.decision?.places ?? [];
  }

  /** What the words of a piece's title mean. @param {string} label */
  explained(label) {
    const title = ` ${label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;
    const means = (/** @type {string} */ term) => term.split(/, | and /).some((word) => title.includes(` ${word.toLowerCase().trim()} `));
    return Object.entries(this.about.peek().glossary).filter(([term]) => means(term)).slice(0, 2).map(([term, text]) => `${term}: ${text}`).join(" ");
  }

  /** What a click on a place would do, if that is one thing, with what is known about it. @param {Element} element */
  offered(element) {
    const [option, another] = optionsAt(this.options.peek(), element);
    if (!option || another) return "";
    return [option.text, option.meaning, ...factsOf(option, this.state.peek()?.snapshot.decision).map((fact) => fact.text)].filter(Boolean).join("; ");
  }

  /** Whether an option is one of those that stand last. @param {Option} option */
  last(option) {
    return this.about.peek().last.includes(option.group);
  }

  /** Whether the last press is no answer to what is asked now: it was made before the question was seen, or is the second of a
   * double click. */
  hurried() {
    return holds.peek() && (pressedAt() < this.seenAt || isRepeated());
  }

  /** Take an option that is pressed. @param {Option} option */
  press(option) {
    if (!this.hurried()) this.decide(option);
  }

  /** Take an option. One that the game warns of is asked for once; another that could not be taken back is kept for three
   * seconds, unless it is taken once more. @param {Option} option */
  async decide(option) {
    if (option.warning) {
      this.asking.value = { title: option.text, text: option.warning, yes: "Do it", passing: true, act: () => this.choose(option) };
      return;
    }
    if (this.held.peek()?.key === option.key) return this.send();
    this.takeHeldBack();
    const decision = this.state.peek()?.snapshot.decision;
    if (!decision || !holds.peek() || decision.options.length < 2) return this.choose(option);
    this.held.value = option;
    const answer = await this.connection.act({ act: "revocable", key: option.key, decision: decision.number });
    if (this.held.peek() !== option) return;
    if (answer.error || answer.said) return this.send();
    this.news.value = spoken([`${option.text}: done in three seconds. Escape takes it back.`]);
    this.release = setTimeout(() => this.send(), HELD);
    this.keeping.value = true;
  }

  /** Send the choice that is kept. */
  send() {
    const option = this.held.peek();
    this.takeHeldBack();
    return option ? this.choose(option) : undefined;
  }

  /** Forget the choice that is kept. */
  takeHeldBack() {
    clearTimeout(this.release);
    this.keeping.value = false;
    this.held.value = null;
  }

  /** The number of the first event in the log; where it is empty, of the next there will be. */
  get first() {
    return this.log.value[0]?.n ?? (this.state.value?.snapshot.told ?? 0) + 1;
  }

  /** Fetch all that was told since, page by page. @param {number} since */
  async after(since = 0) {
    const answer = await this.connection.act({ act: "log", since });
    const told = /** @type {Event[]} */ (answer.said ?? []);
    this.log.value = [...this.log.peek().filter((event) => event.n <= since), ...told];
    const last = told.at(-1)?.n ?? Infinity;
    if (last < (this.state.peek()?.snapshot.told ?? 0)) await this.after(last);
  }

  /** Fetch some of what was told before the log begins. */
  async earlier() {
    const [edition, first] = [this.edition, this.first];
    const answer = await this.connection.act({ act: "log", since: Math.max(0, first - 1 - EARLIER) });
    const told = /** @type {Event[]} */ (answer.said ?? []).filter((event) => event.n < first);
    if (edition === this.edition && this.first === first) this.log.value = [...told, ...this.log.peek()];
  }

  /** @param {string} text @param {boolean} [bad] @param {string} [rule] */
  say(text, bad = false, rule = "") {
    this.notice.value = { text, bad, rule };
  }

  /** Wait for an answer; where it takes a while, what is being done is said. @template T @param {string} text @param {Promise<T>} answer */
  async saying(text, answer) {
    const noticed = setTimeout(() => (this.doing.value = text), 400);
    try {
      return await answer;
    } finally {
      clearTimeout(noticed);
      this.doing.value = "";
    }
  }

  /** Do something; what is refused is said. @param {any} act @returns {Promise<any>} */
  async act(act) {
    const answer = await this.connection.act(act);
    if (answer.error) this.say(refusal(answer.error), true, answer.error.rule);
    return answer;
  }

  /** Keep the invitation that a seat has now, or that it has none. @param {string} role @param {string} invitation */
  invite(role, invitation, mine = this.state.peek()?.snapshot.role ?? "") {
    keepInvitation(this.match, mine, { [role]: invitation });
    this.invited.value++;
  }

  /** Choose an option; a key that was typed may be any words that mean it. @param {{key: string}} option */
  async choose({ key }, typed = false) {
    const decision = this.state.peek()?.snapshot.decision;
    if (!decision || this.busy.peek() || this.moment.peek()) return;
    this.busy.value = true;
    this.motion.skip();
    this.stood = this.board.peek();
    this.part = document.activeElement?.closest(".board, .pick") ? "board" : "list";
    this.chosen.value = { part: this.part, decision: decision.number };
    this.say("");
    const answer = await this.saying("Sending.", this.act({ act: "choose", decision: decision.number, keys: [key], typed, click: click() }));
    this.busy.value = false;
    if (answer.error) this.chosen.value = { part: "list", decision: -1 };
    return answer;
  }

  /** Give a standing order; the rest of the match is handed over only when that was asked once. @param {string} words
   * @returns {Promise<any>} nothing where it is asked */
  async order(words) {
    const give = () => this.act({ act: "order", words });
    if (!/^\s*match\s*$/i.test(words)) return give();
    this.asking.value = { title: "Hand over the rest of the match?", text: "A bot takes all further choices of this seat, as fast as it can.", yes: "Hand it over", act: give };
  }

  /** What a standing order does, in words: of the one that is only the name of a part of the match what that part is. @param {string} words */
  ordered(words) {
    const part = this.about.peek().orders[words];
    return part ? `a bot answers ${part}` : words;
  }

  async undo() {
    const number = this.state.peek()?.snapshot.number;
    if (number === undefined || this.busy.peek()) return;
    this.busy.value = true;
    this.chosen.value = { part: "list", decision: this.state.peek()?.snapshot.decision?.number ?? -1 };
    const answer = await this.act({ act: "undo", decision: number, click: click() });
    this.busy.value = false;
    if (!answer.error) this.say("Taken back.");
  }

  /** Why nothing can be done at a place. @param {string} label */
  async explain(label) {
    const snapshot = this.state.peek()?.snapshot;
    if (!snapshot || this.moment.peek()) return;
    if (!snapshot.decision) {
      this.say(snapshot.outcome ? `${label}. The match is over.` : `${label}. ${waiting(this.state.peek())}`);
      return;
    }
    const answer = await this.connection.act({ act: "why_not" });
    const words = label.toLowerCase().match(/[a-z0-9-]{3,}/g) ?? [];
    const refusals = /** @type {{text: string, rule: string, reason: string}[]} */ (answer.refusals ?? []);
    const fits = refusals.filter((each) => words.some((word) => each.text.toLowerCase().includes(word)));
    const why = fits[0] ?? (refusals.length === 1 ? refusals[0] : undefined);
    if (why) this.say(`${label}. ${why.text}: ${why.reason}.`, false, why.rule);
    else this.say(`${label}. Nothing is chosen here now: ${snapshot.decision.prompt}`, false, snapshot.decision.rule);
  }

  /** Look at a moment of the past; null: back to now.
   * @param {{decision?: number, choice?: number, event?: number} | null} when */
  async look(when) {
    const wish = ++this.wished;
    this.motion.skip(); // what is still moving is of now
    if (when === null) {
      this.moment.value = null;
      history.replaceState(null, "", withMoment(null));
      return;
    }
    const answer = await this.saying("Playing the match again up to then.", this.connection.act({ act: "at", ...when, eye: this.eye.peek() }));
    if (wish !== this.wished) return; // something else is wanted by now
    if (answer.error) this.say(answer.error.message, true);
    else {
      this.moment.value = /** @type {Moment} */ (answer.said);
      const { choice, snapshot } = this.moment.value;
      if (snapshot.role !== "spectator" || choice !== null)
        history.replaceState(null, "", withMoment(choice === null ? { decision: snapshot.number } : { choice }));
    }
  }

  /** Begin another match from this one, and go to it. @param {import("./transport.js").NewMatch} wish */
  async begin(wish) {
    const made = await this.transport.begin(wish).catch((error) => this.say(error.message, true));
    if (!made) return;
    const own = made.seats.find((seat) => seat.secret);
    const invitations = Object.fromEntries(made.seats.flatMap((seat) => (seat.invitation ? [[seat.role, seat.invitation]] : [])));
    const called = `${this.state.peek()?.title}: ${wish.what_if ? "what if, " : ""}${own?.title ?? "watching"}`;
    const seat = { match: made.match, title: called, role: own?.role ?? "", secret: own?.secret ?? null, invitations };
    history.pushState(null, "", await sitDown(this.transport, seat));
    dispatchEvent(new PopStateEvent("popstate"));
  }

  close() {
    this.takeHeldBack();
    this.connection.close();
  }
}

/** Why something is refused, in a sentence. @param {{code: string, message: string, reason?: string}} error */
export const refusal = ({ code, message, reason }) => (code === "stale_decision" ? "Nothing was done: that had been answered already." : (reason ?? message));

/** Whom the match waits for, in a sentence, or why it does not go on. @param {State | null} state */
export function waiting(state) {
  if (!state) return "";
  const { role, waiting_for } = state.snapshot;
  if (!waiting_for.length) return state.closed;
  const others = waiting_for.filter((each) => each !== role).map((each) => called(state, each));
  const mine = waiting_for.includes(role);
  if (mine && others.length) return `Your turn; ${others.join(" and ")} ${others.length > 1 ? "choose" : "chooses"} at the same time.`;
  return mine ? "Your turn." : `Waiting for ${others.join(" and ")}.`;
}

/** What people call a role within a sentence. @param {State} state @param {string} role */
export const called = (state, role) => (role === "chance" ? "real dice or a real card" : undefined) ?? state.seats.find((seat) => seat.role === role)?.called ?? role.replaceAll("_", " ");

/** What people call a role. @param {State} state @param {string} role */
export const title = (state, role) => state.seats.find((seat) => seat.role === role)?.title ?? role.replaceAll("_", " ");

let again = false;

/** Text for a live region; an equal text is spoken again. @param {string[]} texts */
export function spoken(texts) {
  again = !again;
  return texts.slice(-6).join(" ") + (again ? "\u00a0" : "");
}
