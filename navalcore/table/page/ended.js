// A match that people end though its rules would continue: how the page reads it; and the draws they offer.

/** @typedef {import("./transport.js").State} State */

/** A sentence of its own, of words that stand within one. @param {string} words */
export const sentence = (words) => words.replace(/^./, (letter) => letter.toUpperCase()).replace(/[^.]$/, "$&.");

/** What happened at the table, of whoever it was: in the past tense, which fits one and several. @type {Record<string, (who: string, text: string) => string>} */
const HAPPENED = {
  sat: (who) => `${who} sat down`, renewed: (who) => `${who} got a new key`, invited: (who) => `${who} got a new invitation`,
  freed: (who) => `the seat of ${who} became free`, bot: (who) => `a bot took over the seat of ${who}`,
  resigned: (who) => `${who} resigned`, abandoned: (who) => `${who} abandoned the match`, lost: (who) => `${who} ran out of time`,
  draw: (who) => `${who} offered a draw`, declined: (who) => `${who} declined the draw`, withdrawn: (who) => `${who} withdrew the offer of a draw`,
  drawn: (who) => `${who} agreed to a draw`, claimed: (who) => `${who} claimed the match`,
  left: (who, days) => `${who} went on leave for ${days} ${days === "1" ? "day" : "days"}`, back: (who) => `${who} came back from leave`,
  saw: (who) => `${who} got the match as a file, with all that is hidden`,
  imported: (_, text) => `the match was brought in as a file. ${text}`,
  earlier: (who, text) => `from the file: ${inWords(text.split(" ")[0], who, text.split(" ").slice(1).join(" "))}`,
};
const inWords = (/** @type {string} */ what, /** @type {string} */ who, /** @type {string} */ text) => HAPPENED[what]?.(who, text) ?? `${who} ${what} ${text}`.trim();

/** A note of the table as a sentence. @param {State["notes"][number]} note @param {string} who */
export const happened = ({ what, text }, who) => sentence(inWords(what, who, text));

/** What the others at the table did between two states, besides what the question or the verdict says.
 * @param {State | null} before @param {State} state */
export const sinceThen = (before, { notes, snapshot }) =>
  before ? notes.slice(before.notes.length).filter(({ what, role }) => role !== snapshot.role && ["sat", "freed", "bot", "declined", "withdrawn", "left", "back", "saw"].includes(what)) : [];

/** Whether a bot plays a seat that nobody has. @param {State} state @param {string} role */
export const isPlayedByBot = ({ notes }, role) => notes.filter((note) => note.role === role && ["sat", "freed", "bot"].includes(note.what)).at(-1)?.what === "bot";

/** The roles that offer a draw. @param {State | null} state */
export function offersIn(state) {
  const offers = new Set(/** @type {string[]} */ ([]));
  if (!state || state.closed) return offers;
  for (const { what, role } of state.notes) {
    if (what === "draw") offers.add(role);
    if (what === "declined") offers.clear();
    if (["withdrawn", "freed", "bot"].includes(what)) offers.delete(role); // whoever comes next has offered nothing
  }
  return offers;
}

/** Whether an event tells the verdict, which stands elsewhere. @param {import("./types.js").EventData} event @param {{reason: string} | null | undefined} outcome */
export const tellsVerdict = ({ text }, outcome) => Boolean(outcome?.reason) && text.includes(outcome?.reason ?? "");

/** Who has won by what people did at the table, and who has lost though nobody has won. @param {State} state */
function endedBy({ notes, seats }) {
  const end = notes.filter(({ what }) => ["resigned", "lost", "claimed"].includes(what)).at(-1);
  if (!end) return { winner: null, returns: {} };
  const others = seats.filter(({ role, kind }) => kind !== "nobody" && role !== end.role);
  if (end.what === "claimed") return { winner: end.role, returns: {} };
  return { winner: others.length === 1 ? others[0].role : null, returns: { [end.role]: -1 } };
}

/** A state in which nobody is asked anything once the match is closed, and which has the outcome where it is over.
 * @param {State} state @returns {State} */
export function settled(state) {
  if (!state.closed) return state;
  const reason = sentence(state.closed);
  const over = state.seed && { ...endedBy(state), reason, rule: "", scores: {}, ending: "" }; // else it is damaged
  const snapshot = { ...state.snapshot, decision: null, waiting_for: [], may_undo: false, outcome: state.snapshot.outcome ?? over };
  return { ...state, closed: reason, roll: null, rolled: 0, snapshot };
}
