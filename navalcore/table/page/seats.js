// The seats this browser holds, so that their matches are found again. The secrets stay here and in the links.
import { linkTo, said } from "./address.js";

const KEPT = "navalcore seats";

/**
 * @typedef {{match: string, title: string, role: string, secret: string | null, invitations: Record<string, string>, over?: boolean}} Mine
 */

/** @returns {Mine[]} */
export function mine() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Mine} seat */
export function keep(seat) {
  const known = mine().find((each) => each.match === seat.match && each.role === seat.role);
  const others = mine().filter((each) => each.match !== seat.match || each.role !== seat.role);
  const kept = { ...seat, title: known?.title ?? seat.title, invitations: { ...known?.invitations, ...seat.invitations } };
  try {
    localStorage.setItem(KEPT, JSON.stringify([kept, ...others].slice(0, 200)));
  } catch {
    // a browser that keeps nothing: the link is enough
  }
}

const seatKey = (/** @type {string} */ match) => `navalcore seat ${match}`;
/** How what a tab has noted begins where its seat is in a cookie; its role follows. */
const NAMED = "seat=";

/** Sit down: where there is a network the seat is in a cookie of its match, which no program on a page can read; elsewhere,
 * and where cookies are off, this browser keeps what opens it. The address of the match, for this seat.
 * @param {import("./transport.js").Transport} transport @param {Mine} seat */
export async function sitDown(transport, seat) {
  if (!transport.enter || !seat.secret || !navigator.cookieEnabled) {
    keep(seat);
    return addressOf(seat.match, seat.secret);
  }
  const { role } = await transport.enter(seat.match, seat.secret, seat.role);
  keep({ ...seat, role, secret: null });
  return seatAddress({ ...seat, role, secret: null });
}

/** The address of a match, for a seat of this browser. @param {Mine} seat */
export const seatAddress = ({ match, role, secret }) => addressOf(match, secret) + (role && !secret ? `#${NAMED}${encodeURIComponent(role)}` : "");

/** Whether this tab could note which seat it has, so that this need not stand in its address.
 * @param {string} match @param {string} seat - what opens it, or the role of one in a cookie */
export function sitIn(match, seat) {
  try {
    sessionStorage.setItem(seatKey(match), seat);
    return sessionStorage.getItem(seatKey(match)) === seat;
  } catch {
    return false;
  }
}

/** The same for a seat in a cookie. @param {string} match @param {string} role */
export const sitAs = (match, role) => sitIn(match, NAMED + role);

const noted = (/** @type {string} */ match) => {
  try {
    return sessionStorage.getItem(seatKey(match));
  } catch {
    return null;
  }
};

/** What opens the seat that this tab has at a match, or else one that this browser has; null where that is in a cookie.
 * @param {string} match */
export function seatAt(match) {
  const here = noted(match);
  if (here !== null) return here.startsWith(NAMED) ? null : here;
  return mine().find((each) => each.match === match && each.secret)?.secret ?? null;
}

/** The role of the seat that this tab, or else this browser, has in a cookie of a match; null if it has none.
 * @param {string} match */
export function entered(match) {
  const named = seatIn(location.hash);
  if (named !== null || location.hash) return named;
  const here = noted(match);
  if (here !== null) return here.startsWith(NAMED) ? here.slice(NAMED.length) : null;
  return mine().find((each) => each.match === match && each.role && !each.secret)?.role ?? null;
}

/** The role that a link names, of a seat in a cookie. @param {string} hash */
export function seatIn(hash) {
  const found = /^#seat=(.+)$/.exec(hash);
  return found && said(found[1]);
}

/** The seats that this browser has at a match. @param {string} match */
export const seatsAt = (match) => mine().filter((each) => each.match === match && each.role);

/** A seat that this browser has. @param {string} match @param {string} role */
const seatOf = (match, role) => mine().find((each) => each.match === match && each.role === (role === "spectator" ? "" : role));

/** The invitations to other seats that this browser has. @param {string} match @param {string} role */
export const invitationsOf = (match, role) => seatOf(match, role)?.invitations ?? {};

/** Note that a match is over. @param {string} match @param {string} role */
export function keepOver(match, role) {
  const seat = seatOf(match, role);
  if (seat && !seat.over) keep({ ...seat, over: true });
}

/** Keep a new invitation to another seat in the place of the old one.
 * @param {string} match @param {string} role @param {Record<string, string>} invitations */
export function keepInvitation(match, role, invitations) {
  const seat = seatOf(match, role);
  if (seat) keep({ ...seat, invitations });
}

/** Have no seat at a match any more, but the invitation to the seat that was left. @param {string} match @param {string} title
 * @param {{role: string, invitation: string | null}} left */
export function leaveSeat(match, title, { role, invitation }) {
  const others = mine().filter((each) => each.match !== match || each.role !== role);
  try {
    localStorage.setItem(KEPT, JSON.stringify(others));
    sessionStorage.removeItem(seatKey(match));
  } catch {
    // a browser that keeps nothing has no seat to forget
  }
  keep({ match, title: `${title}: watching`, role: "", secret: null, invitations: invitation ? { [role]: invitation } : {} });
}

/** The address of a match, for one seat. @param {string} match @param {string | null} [secret] */
export const addressOf = (match, secret = null) => linkTo(`/match/${encodeURIComponent(match)}`) + (secret ? `#${secret}` : "");

/** The address of a match within a page of somebody else. @param {string} match */
export const embedded = (match) => `/embed/${encodeURIComponent(match)}`;

/** @param {string} match @param {string} role @param {string} invitation */
export const invitationTo = (match, role, invitation) =>
  new URL(`${addressOf(match)}#invited=${encodeURIComponent(role)}.${invitation}`, location.href).href;

/** What lets one more device in, if a link has that behind its #. @param {string} hash */
export const keyIn = (hash) => /^#enter=([0-9a-f]{32})$/.exec(hash)?.[1] ?? null;

/** What a link says behind its #. @param {string} hash @returns {{secret: string | null, invited: [string, string] | null}} */
export function read(hash) {
  const text = said(hash.replace(/^#/, ""));
  if (/^[0-9a-f]{32}$/.test(text)) return { secret: text, invited: null };
  const found = /^invited=(.+)\.([0-9a-f]{32})$/.exec(text);
  return { secret: null, invited: found ? [found[1], found[2]] : null };
}
