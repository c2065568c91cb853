// The seats this browser holds, so that their matches are found again. The secrets stay here and in the links.
import { linkTo, said } from "./address.js";

const KEPT = "navalcore seats";

/**
 * @typedef {{match: string, title: string, role: string, secret: string | null, invitations: Record<string, string>}} Mine
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
  const others = mine().filter((each) => each.match !== seat.match || each.role !== seat.role);
  try {
    localStorage.setItem(KEPT, JSON.stringify([seat, ...others].slice(0, 200)));
  } catch {
    // a browser that keeps nothing: the link is enough
  }
}

const seatKey = (/** @type {string} */ match) => `navalcore seat ${match}`;

/** Keep a seat out of the address of the page: this tab has it from now on. Whether it could be kept.
 * @param {string} match @param {string} secret */
export function sitIn(match, secret) {
  try {
    sessionStorage.setItem(seatKey(match), secret);
    const known = mine().find((each) => each.match === match && each.secret === secret);
    if (!known) keep({ match, title: "A match", role: secret.slice(0, 8), secret, invitations: {} });
    return sessionStorage.getItem(seatKey(match)) === secret;
  } catch {
    return false;
  }
}

/** The seat that this tab has at a match, or else one that this browser has. @param {string} match */
export function seatAt(match) {
  try {
    return sessionStorage.getItem(seatKey(match)) ?? mine().find((each) => each.match === match && each.secret)?.secret ?? null;
  } catch {
    return null;
  }
}

/** @param {string} match @param {string | null} secret */
export const invitationsOf = (match, secret) =>
  mine().find((each) => each.match === match && each.secret === secret)?.invitations ?? {};

/** The address of a match, for one seat. @param {string} match @param {string | null} [secret] */
export const addressOf = (match, secret = null) => linkTo(`/match/${encodeURIComponent(match)}`) + (secret ? `#${secret}` : "");

/** The address of a match within a page of somebody else. @param {string} match */
export const embedded = (match) => `/embed/${encodeURIComponent(match)}`;

/** @param {string} match @param {string} role @param {string} invitation */
export const invitationTo = (match, role, invitation) =>
  new URL(`${addressOf(match)}#invited=${encodeURIComponent(role)}.${invitation}`, location.href).href;

const cookieKey = (/** @type {string} */ match) => `navalcore entered ${match}`;

/** Note that this browser has a seat of a match in a cookie. @param {string} match */
export function noteEntered(match) {
  localStorage.setItem(cookieKey(match), "yes");
  keep({ match, title: "A match", role: "", secret: null, invitations: {} });
}

/** Whether it has. @param {string} match */
export function entered(match) {
  try {
    return localStorage.getItem(cookieKey(match)) !== null;
  } catch {
    return false;
  }
}

/** What lets one more device in, if a link has that behind its #. @param {string} hash */
export const keyIn = (hash) => /^#enter=([0-9a-f]{32})$/.exec(hash)?.[1] ?? null;

/** What a link says behind its #. @param {string} hash @returns {{secret: string | null, invited: [string, string] | null}} */
export function read(hash) {
  const text = said(hash.replace(/^#/, ""));
  if (/^[0-9a-f]{32}$/.test(text)) return { secret: text, invited: null };
  const found = /^invited=(.+)\.([0-9a-f]{32})$/.exec(text);
  return { secret: null, invited: found ? [found[1], found[2]] : null };
}
