// The transport without a network: the library itself, in a worker of this browser.
import { Refused } from "./transport.js";

/** @typedef {import("./transport.js").Transport} Transport */
/** @typedef {import("./transport.js").Hearer} Hearer */

/** A worker that plays, and what it has been asked. */
class Player {
  constructor() {
    this.last = 0;
    /** @type {Map<number, {done: (said: any) => void, refuse: (error: Error) => void}>} */
    this.asked = new Map();
    /** @type {Map<number, WorkerLine>} */
    this.lines = new Map();
    this.worker = new Worker(new URL("./inside.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(JSON.parse(data));
    this.worker.onerror = () => this.fail("The library cannot be loaded in this browser.");
  }

  /** @param {unknown} word */
  say(word) {
    this.worker.postMessage(JSON.stringify(word));
  }

  /** @param {any} word */
  hear(word) {
    if (word.ready) return document.getElementById("starting")?.remove();
    if (word.failed) return this.fail(word.failed);
    if (word.line) return this.lines.get(word.line)?.hear(word.said);
    const waiting = this.asked.get(word.id);
    this.asked.delete(word.id);
    if (word.error) waiting?.refuse(new Refused(word.error.code, word.error.sentence));
    else waiting?.done(word.said);
  }

  /** @param {string} sentence */
  fail(sentence) {
    const place = document.getElementById("starting");
    if (place) place.textContent = sentence;
    for (const { refuse } of this.asked.values()) refuse(new Refused("offline", sentence));
    for (const line of this.lines.values()) line.hearer.refused(sentence, true);
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

/** A line to one seat. */
class WorkerLine {
  /** @param {Player} player @param {string} match @param {Hearer} hearer */
  constructor(player, match, hearer) {
    this.player = player;
    this.hearer = hearer;
    this.number = ++player.last;
    /** @type {Map<number, (said: any) => void>} */
    this.waiting = new Map();
    this.player.lines.set(this.number, this);
    this.player.say({ line: this.number, match, hello: hearer.hello() });
  }

  /** @param {any} said */
  hear(said) {
    this.hearer.status("open");
    if (said.type === "state") return this.hearer.state(said);
    const waiting = this.waiting.get(said.id);
    this.waiting.delete(said.id);
    if (waiting) waiting(said);
    else if (said.error) this.hearer.refused(said.error.sentence, true);
  }

  /** @param {import("./transport.js").Act} act @returns {Promise<any>} */
  act(act) {
    const id = ++this.player.last;
    return new Promise((answer) => {
      this.waiting.set(id, answer);
      this.player.say({ line: this.number, asked: { id, say: act } });
    });
  }

  close() {
    this.player.lines.delete(this.number);
    this.player.say({ line: this.number });
  }
}

/** @returns {Transport} */
export function inWorker() {
  const player = new Player();
  return {
    network: false,
    games: () => player.ask(["games"]),
    game: (game) => player.ask(["games", game]),
    seats: (game, terms) => player.ask(["games", game, "seats"], terms),
    rule: (game, number) => player.ask(["games", game, "rules", number]),
    matches: () => player.ask(["matches"]),
    begin: (wish) => player.ask(["matches"], wish),
    take: (match, role, taking) => player.ask(["matches", match, "seats", role], taking),
    still: (digest) => player.ask(["pictures", digest]),
    open: (match, hearer) => new WorkerLine(player, match, hearer),
  };
}
