// What a page asks of the table before it can show anything: while the table cannot be reached it is asked for again.
import { useEffect, useState } from "./vendor/hooks.js";

/** The codes of refusals that pass by themselves; "internal" is said, too, of what a proxy answers for a table that is down. */
const PASSING = ["offline", "internal", "too_many"];

/** Whether the same question may be answered soon. @param {{code?: string}} refused */
export const passes = ({ code }) => PASSING.includes(code ?? "");

/** Milliseconds until the second question and, at most, between two of them. */
const FIRST = 1000;
const LONGEST = 20_000;

/** The answer, once there is one, and what was refused until then.
 * @template Found @param {() => Promise<Found>} ask @param {unknown[]} about - what the question depends on
 * @returns {{found: Found | null, fault: string}} */
export function useAsked(ask, about) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [fault, setFault] = useState("");
  useEffect(() => {
    let [later, pause, over] = [0, FIRST, false];
    const look = () => {
      clearTimeout(later);
      later = 0;
      ask().then((said) => over || (setFound(said), setFault("")), (error) => {
        if (over) return;
        setFault(error.message);
        if (!passes(error)) return;
        later = setTimeout(look, pause);
        pause = Math.min(LONGEST, 2 * pause);
      });
    };
    const online = () => later && look();
    look();
    addEventListener("online", online);
    return () => {
      over = true;
      clearTimeout(later);
      removeEventListener("online", online);
    };
  }, about);
  return { found, fault };
}
