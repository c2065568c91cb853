// What a press has opened is brought into sight, as far as it must move.
import { useLayoutEffect, useRef } from "./vendor/hooks.js";

/** Where to put something that is scrolled to whenever there is more of it. @param {unknown} content @returns {any} */
export function useInSight(content) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [content]);
  return box;
}
