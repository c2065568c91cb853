// A match that people end though its rules would continue: how the page reads it; and the draws they offer.

/** @typedef {import("./transport.js").State} State */

/** A sentence of its own, of words that stand within one. @param {string} words */
export const sentence = (words) => words.replace(/^./, (letter) => letter.toUpperCase()).replace(/[^.]$/, "$&.");

/** The roles that offer a draw. @param {State | null} state */
export function offersIn(state) {
  const offers = new Set(/** @type {string[]} */ ([]));
  if (!state || state.closed) return offers;
  for (const { what, role } of state.notes) {
    if (what === "draw") offers.add(role);
    if (what === "declined") offers.clear();
    if (what === "freed" || what === "bot") offers.delete(role); // whoever comes next has offered nothing
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
