// The transport over a network: HTTP, and one socket for each seat that is open.
import { after } from "./changes.js";
import { Refused } from "./transport.js";

/** @typedef {import("./transport.js").Transport} Transport */

/** Milliseconds until an act counts as lost, until it is said that no answer comes, and between two questions whether
 * anybody is there. */
const PATIENCE = 30_000;
const SILENCE = 5_000;
const BEAT = 15_000;

/** @param {string} path @param {unknown} [body] @param {Record<string, string>} [headers] @returns {Promise<any>} */
export async function request(path, body, headers = {}) {
  const how = body === undefined ? { headers } : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
  let reply;
  try {
    reply = await fetch(path, { ...how, credentials: "same-origin" });
  } catch {
    throw new Refused("offline", "The table cannot be reached. Is the connection gone?");
  }
  const said = await reply.json().catch(() => ({ code: "internal", message: "The table's answer cannot be read." }));
  if (!reply.ok) throw new Refused(said.code, said.message);
  return said;
}

/** @type {(...parts: string[]) => string} */
export const path = (...parts) => `/api/${parts.map(encodeURIComponent).join("/")}`;

/** A socket that opens itself again and says again what was not answered. */
class Socket {
  /** @param {string} match @param {import("./transport.js").Listener} listener */
  constructor(match, listener) {
    this.listener = listener;
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path("matches", match, "socket")}`;
    /** @type {Map<number, {text: string, answer: (said: any) => void}>} */
    this.waiting = new Map();
    this.last = 0;
    this.tries = 0;
    this.closed = false;
    /** What was sent last, put together. @type {import("./transport.js").State | null} */
    this.state = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.heard = Date.now();
    this.begun = 0;
    // A socket that was open on a network which is gone says nothing of it: what comes back gets another.
    this.online = () => this.open();
    this.shown = () => document.hidden || (this.socket?.readyState === WebSocket.OPEN ? this.ask() : this.again());
    addEventListener("online", this.online);
    document.addEventListener("visibilitychange", this.shown);
    this.beat = setInterval(() => this.ask(), BEAT);
    this.open();
  }

  /** Ask whether anybody is there, if nothing was heard for a while. */
  ask() {
    if (this.socket?.readyState === WebSocket.OPEN && Date.now() - this.heard > BEAT / 2) this.act({ act: "log", since: 10_000_000 });
  }

  /** Try at once. */
  again() {
    clearTimeout(this.pause);
    const state = this.socket?.readyState;
    if (!this.closed && state !== WebSocket.CONNECTING && state !== WebSocket.OPEN) this.open();
  }

  /** Open a socket, in the place of one that there is. */
  open() {
    clearTimeout(this.pause);
    this.socket?.close();
    this.begun = Date.now();
    const socket = (this.socket = new WebSocket(this.address));
    socket.onopen = () => {
      if (socket !== this.socket) return;
      socket.send(JSON.stringify({ ...this.listener.hello(), changes: true }));
      for (const { text } of this.waiting.values()) socket.send(text);
    };
    socket.onmessage = ({ data }) => socket === this.socket && this.hear(JSON.parse(data));
    socket.onclose = ({ code }) => {
      if (this.closed || code === 4403 || socket !== this.socket) return;
      this.listener.status("waiting");
      clearTimeout(this.pause);
      const pause = Math.min(20_000, 400 * 2 ** this.tries++) * (0.7 + 0.6 * Math.random());
      this.pause = setTimeout(() => this.again(), pause);
    };
  }

  /** @param {any} said */
  hear(said) {
    if (!said.error || this.waiting.has(said.id)) this.tries = 0; // where a line is refused, it is tried more and more seldom
    this.heard = Date.now();
    this.listener.status("open");
    if (said.type === "state" || said.type === "changes") {
      const state = said.type === "changes" && this.state ? after(this.state, said) : said;
      this.state = state;
      return this.listener.state(state);
    }
    const waiting = this.waiting.get(said.id);
    this.waiting.delete(said.id);
    if (waiting) return waiting.answer(said);
    if (said.error) this.listener.refused(said.error.message, said.error.code !== "too_many");
  }

  /** An act was not answered for long: say so, and try another socket if nothing else was heard on this one either.
   * @param {number} sent - when */
  silent(sent) {
    if (this.socket?.readyState === WebSocket.OPEN) this.listener.status("silent");
    if (!this.closed && this.heard <= sent && this.begun <= sent) this.open();
  }

  /** @param {import("./transport.js").Act} act @returns {Promise<any>} */
  act(act) {
    const [id, sent] = [++this.last, Date.now()];
    const text = JSON.stringify({ id, ...act });
    return new Promise((answer) => {
      this.waiting.set(id, { text, answer });
      setTimeout(() => this.waiting.has(id) && this.silent(sent), SILENCE);
      setTimeout(() => {
        if (this.waiting.delete(id)) answer({ id, error: { code: "offline", message: "The table does not answer." } });
      }, PATIENCE);
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  close() {
    this.closed = true;
    clearInterval(this.beat);
    clearTimeout(this.pause);
    removeEventListener("online", this.online);
    document.removeEventListener("visibilitychange", this.shown);
    this.socket?.close();
  }
}

/** @type {Transport} */
export const http = {
  network: true,
  games: () => request(path("games")),
  game: (game) => request(path("games", game)),
  seats: (game, terms) => request(path("games", game, "seats"), terms),
  rule: (game, number) => request(path("games", game, "rules", number)),
  rules: (game) => request(path("games", game, "rules")),
  picture: (game) => request(path("games", game, "picture")),
  lessons: (game) => request(path("games", game, "lessons")),
  lesson: (game, id, way) => request(path("games", game, "lessons", id), way),
  matches: () => request(path("matches")),
  line: (match) => request(path("matches", match, "line")),
  figureFiles: (game) => request(path("games", game, "figures")),
  figures: (game, files) => request(path("games", game, "figures"), { files }),
  begin: (wish) => request(path("matches"), wish),
  enter: (match, secret, seat) => request(path("matches", match, "enter"), { secret, seat }),
  take: (match, role, taking) => request(path("matches", match, "seats", role), taking),
  open: (match, listener) => new Socket(match, listener),
  async still(digest) {
    const reply = await fetch(path("pictures", `${digest}.svg`), { credentials: "omit" });
    if (!reply.ok) throw new Refused("unknown_name", "This picture is not at hand.");
    return reply.text();
  },
};
