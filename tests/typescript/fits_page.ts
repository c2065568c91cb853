// What a game sends can be read by the page of the table, which knows no game.
import type { Snapshot } from "./page.js";
import type { Sent } from "./types.js";

/** The same without names: only then may an object with known fields stand where any fields may be. */
type Plain<T> = T extends object ? { [Name in keyof T]: Plain<T[Name]> } : T;

export const read = (sent: Plain<Sent>): Snapshot => sent;

// @ts-expect-error: the page knows less of a snapshot than the game sends
export const known = (snapshot: Plain<Snapshot>): Sent => snapshot;
