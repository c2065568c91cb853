// The transport without a network: the library itself, in a worker of this browser.
import { forget, keep, kept } from "./shown.js";
import { Refused } from "./transport.js";

/** @typedef {import("./transport.js").Transport} Transport */
/** @typedef {import("./transport.js").Listener} Listener */

/** A worker that plays, and what it has been asked. */
class WorkerClient {
  constructor() {
    this.last = 0;
    /** Whether Python has started; until then what an earlier visit was told is shown. */
    this.ready = false;
    /** @type {Map<number, {done: (said: any) => void, refuse: (error: Error) => void}>} */
    this.asked = new Map();
    /** @type {Map<number, WorkerConnection>} */
    this.connections = new Map();
    this.worker = new Worker(new URL("./python_worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(JSON.parse(data));
    this.worker.onerror = () => this.fail("The library cannot be loaded in this browser.");
  }

  /** @param {unknown} word */
  say(word) {
    this.worker.postMessage(JSON.stringify(word));
  }

  /** @param {any} word */
  hear(word) {
    if (word.ready) {
      this.ready = true;
      return started();
    }
    if (word.progress !== undefined) return progressed(word.progress);
    if (word.failed) return this.fail(word.failed);
    if (word.line) return this.connections.get(word.line)?.hear(word.said);
    const waiting = this.asked.get(word.id);
    this.asked.delete(word.id);
    if (word.error) waiting?.refuse(new Refused(word.error.code, word.error.message));
    else waiting?.done(word.said);
  }

  /** @param {string} sentence */
  fail(sentence) {
    const place = document.getElementById("starting");
    if (place) place.textContent = sentence;
    for (const { refuse } of this.asked.values()) refuse(new Refused("offline", sentence));
    for (const connection of this.connections.values()) connection.listener.refused(sentence, true);
  }

  /** @param {string[]} path @param {unknown} [body] @returns {Promise<any>} */
  ask(path, body) {
    const id = ++this.last;
    return new Promise((done, refuse) => {
      this.asked.set(id, { done, refuse });
      this.say({ id, path, body });
    });
  }
}

/** Events that are kept of a match. */
const TAIL = 100;

/** How much of the library is here. @param {number} part */
function progressed(part) {
  const bar = document.querySelector("#starting progress");
  if (bar) /** @type {HTMLProgressElement} */ (bar).value = part;
}

/** The library plays; from now on its files may be kept, so that the page opens without a network next time. */
function started() {
  document.getElementById("starting")?.remove();
  const keeper = new URL("../service_worker.js", import.meta.url);
  navigator.serviceWorker?.register(keeper).catch(() => {}); // a browser that keeps nothing
}

/** A connection to one seat. */
class WorkerConnection {
  /** @param {WorkerClient} client @param {string} match @param {Listener} listener */
  constructor(client, match, listener) {
    this.client = client;
    this.listener = listener;
    this.number = ++client.last;
    const hello = listener.hello();
    /** Under what the match is kept, and what it has told last. */
    this.key = `match/${match}/${hello.secret ?? ""}`;
    /** @type {any[]} */
    this.told = [];
    this.here = false;
    /** @type {Map<number, (said: any) => void>} */
    this.waiting = new Map();
    this.client.connections.set(this.number, this);
    this.client.say({ line: this.number, match, hello });
    if (!client.ready) this.show();
  }

  /** Show how an earlier visit left it. */
  async show() {
    const state = await kept(this.key);
    // Of no edition that there is: what is told later takes its place.
    if (state && !this.here) this.listener.state({ ...state, edition: -1 });
  }

  /** Keep how it stands, with the last that was told. @param {any} state */
  keep(state) {
    const { events } = state.snapshot;
    this.told = (state.since === (this.told.at(-1)?.n ?? -1) ? [...this.told, ...events] : events).slice(-TAIL);
    const since = (this.told[0]?.n ?? state.snapshot.told + 1) - 1;
    keep(this.key, { ...state, since, snapshot: { ...state.snapshot, events: this.told } });
  }

  /** @param {any} said */
  hear(said) {
    this.listener.status("open");
    if (said.type === "state") {
      this.here = true;
      this.listener.state(said);
      return this.keep(said);
    }
    const waiting = this.waiting.get(said.id);
    this.waiting.delete(said.id);
    if (waiting) waiting(said);
    else if (said.error) this.listener.refused(said.error.message, true);
  }

  /** @param {import("./transport.js").Act} act @returns {Promise<any>} */
  async act(act) {
    const about = act.act === "text_board";
    if (about && !this.client.ready) {
      const known = await kept(`${this.key}/about`);
      if (known) return known;
    }
    const answer = await this.ask(act);
    if (about && answer.said) keep(`${this.key}/about`, answer);
    return answer;
  }

  /** @param {import("./transport.js").Act} act @returns {Promise<any>} */
  ask(act) {
    const id = ++this.client.last;
    return new Promise((answer) => {
      this.waiting.set(id, answer);
      this.client.say({ line: this.number, asked: { id, ...act } });
    });
  }

  close() {
    this.client.connections.delete(this.number);
    this.client.say({ line: this.number });
  }
}

/** @returns {Transport} */
export function inWorker() {
  const client = new WorkerClient();
  /** What is the same as long as the page is: it is asked once. @param {string[]} path @param {unknown} [body] */
  const lasting = async (path, body) => {
    const key = [...path, body ? JSON.stringify(body) : ""].join("/");
    const known = await kept(key);
    if (known) return known;
    const said = await client.ask(path, body);
    keep(key, said);
    return said;
  };
  return {
    network: false,
    games: () => lasting(["games"]),
    game: (game) => lasting(["games", game]),
    seats: (game, terms) => lasting(["games", game, "seats"], terms),
    rule: (game, number) => lasting(["games", game, "rules", number]),
    rules: (game) => lasting(["games", game, "rules"]),
    // Drawn when the site was built: to load every game here would keep the first match waiting.
    picture: async (game) => (await fetch(new URL(`../pictures/${encodeURIComponent(game)}.json`, import.meta.url))).json(),
    lessons: (game) => lasting(["games", game, "lessons"]),
    lesson: (game, id, way) => client.ask(["games", game, "lessons", id], way),
    matches: () => client.ask(["matches"]),
    line: (match) => client.ask(["matches", match, "line"]),
    ownData: (game) => client.ask(["games", game, "data"]),
    layOver: async (game, files) => {
      const said = await client.ask(["games", game, "data"], { files });
      await forget(game);
      return said;
    },
    figureFiles: (game) => lasting(["games", game, "figures"]),
    figures: (game, files) => client.ask(["games", game, "figures"], { files }),
    begin: (wish) => client.ask(["matches"], wish),
    take: (match, role, taking) => client.ask(["matches", match, "seats", role], taking),
    still: (digest) => lasting(["pictures", digest]),
    open: (match, listener) => new WorkerConnection(client, match, listener),
  };
}
