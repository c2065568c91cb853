// What the page needs of whatever plays the matches. Over a network it is http.js; a worker in the browser can be another.

/**
 * @typedef {import("./types.js").State} State
 * @typedef {{ok: boolean, error?: {code: string, message: string, rule?: string, reason?: string}, [said: string]: any}} Answer
 * @typedef {import("./types.js").Act} Act
 * @typedef {import("./types.js").NewMatch} NewMatch
 * @typedef {import("./types.js").MatchTerms} MatchTerms
 * @typedef {import("./types.js").Take} Take
 *
 * @typedef {{players: string, length: string, weight: number, goal: Record<string, string>, end: string, turn: string, shows: {place: string, text: string}[], picture: {around: string[]} | null}} Briefing
 * @typedef {{id: string, title: string, summary: string, scenarios: Record<string, string>, briefing: Briefing | null, companion: boolean}} GameLine
 * @typedef {{id: string, title: string, note: string, briefing: Briefing | null}} Scenario
 * @typedef {{
 *   id: string, title: string, version: string, roles: {role: string, title: string}[], scenarios: Scenario[],
 *   options: import("./form.js").Schema, bots: string[], bot_titles: Record<string, string>, levels: Record<string, string>, designer: string, year: number,
 * }} Game
 * @typedef {{role: string, title: string, taken_by: string}} Offer
 * @typedef {{
 *   number: string, title: string, summary: string, kind: string, words: string[],
 *   rulings: {id: string, question: string, decision: string, reason: string}[],
 * }} Section
 * @typedef {{id: string, title: string, about: string, minutes: number, role: string, kind: string}} LessonLine
 * @typedef {{answers: string[], tried: string | null, known: string[]}} LessonWay
 * @typedef {{
 *   title: string, kind: string, game: string, role: string, seat: string, step: number, steps: number, told: {text: string, show: string[]}[], ask: string,
 *   hint: string, rule: string, options: {key: string, text: string, meaning: string, facts: string[], places: string[]}[],
 *   verdict: {good: boolean, text: string, events: string[]} | null, end: string,
 *   board: import("./types.js").BoardPicture[], stills: Record<string, string>,
 * }} LessonState
 * @typedef {{role: string, title: string, kind: string, name: string, free: boolean}} LobbySeat
 * @typedef {{
 *   id: string, game: string, title: string, scenario: string, outcome: string, begun: string, changed: string,
 *   waiting: string[], rolls: boolean, headline: string, seats: LobbySeat[],
 * }} LobbyMatch
 * @typedef {{role: string, title: string, secret?: string, invitation?: string}} NewSeat
 * @typedef {{match: string, commitment: string, seats: NewSeat[]}} Begun
 * @typedef {{match: string, role: string, secret: string}} Taken
 * @typedef {{files: string[], own: Record<string, string>, fault: string}} OwnData
 */

/**
 * A connection to one seat. It mends itself; what was said and not answered is said again, and counts once.
 *
 * @typedef {object} Connection
 * @property {(act: Act) => Promise<Answer>} act - do something; what is refused is in the answer
 * @property {() => void} close
 */

/**
 * @typedef {object} Listener
 * @property {() => {secret: string | null, cookie: boolean, seat: string, since: number, edition: number | null, pictures: boolean}} hello - who
 *   hears, and what he has heard already; asked whenever the connection is opened
 * @property {(state: State) => void} state - how it stands now
 * @property {(status: "open" | "waiting" | "silent") => void} status
 * @property {(sentence: string, forGood: boolean) => void} refused
 */

/**
 * @typedef {object} Transport
 * @property {boolean} network - whether people elsewhere can come to its matches
 * @property {() => Promise<GameLine[]>} games
 * @property {(game: string) => Promise<Game>} game
 * @property {(game: string, terms: MatchTerms) => Promise<Offer[]>} seats
 * @property {(game: string, number: string) => Promise<Section>} rule
 * @property {(game: string) => Promise<Section[]>} rules
 * @property {(game: string) => Promise<string[]>} picture - the board at a moment of the game, in layers
 * @property {(game: string) => Promise<LessonLine[]>} lessons
 * @property {(game: string, lesson: string, way: LessonWay) => Promise<LessonState>} lesson
 * @property {() => Promise<LobbyMatch[]>} matches
 * @property {(match: string) => Promise<LobbyMatch>} line - what the lobby says of a match, public or not
 * @property {(game: string) => Promise<OwnData>} [ownData] - the data files of a game, and those that this browser lays over them
 * @property {(game: string, files: Record<string, string>) => Promise<OwnData>} [layOver] - lay files over a game's from the next start on
 * @property {(game: string) => Promise<string[]>} figureFiles - the data files whose figures an evening beside a real board may have of its own
 * @property {(game: string, files: Record<string, string>) => Promise<Record<string, any>>} figures - what such files mean, as what an evening begins with
 * @property {(wish: NewMatch) => Promise<Begun>} begin
 * @property {(match: string, role: string, taking: Take) => Promise<Taken>} take
 * @property {(match: string, secret: string, seat: string) => Promise<{match: string, role: string}>} [enter] - puts a seat into a cookie of its match
 * @property {(digest: string) => Promise<string>} still - the layer of a picture that never changes
 * @property {(match: string, listener: Listener) => Connection} open
 */

/** What was refused, with its code. */
export class Refused extends Error {
  /** @param {string} code @param {string} sentence */
  constructor(code, sentence) {
    super(sentence);
    this.code = code;
  }
}
