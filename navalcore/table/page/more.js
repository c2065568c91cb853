// What scrolls shows at each edge whether there is more of it beyond.
import { useLayoutEffect } from "./vendor/hooks.js";

/** Fewer pixels than this are no more of anything. */
const SOME = 4;

/** Note at something that scrolls whether there is more of it above and below: its style shows that.
 * @param {{current: HTMLElement | null}} ref @param {unknown} [shown] - changes when it comes or goes */
export function useMore(ref, shown) {
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const look = () => {
      const below = box.scrollHeight - box.clientHeight - box.scrollTop;
      box.dataset.more = [box.scrollTop > SOME ? "above" : "", below > SOME ? "below" : ""].join(" ").trim();
    };
    const resized = new ResizeObserver(look);
    const changed = new MutationObserver(look);
    resized.observe(box);
    changed.observe(box, { childList: true, subtree: true, characterData: true, attributeFilter: ["open", "class"] });
    box.addEventListener("scroll", look);
    look();
    return () => (resized.disconnect(), changed.disconnect(), box.removeEventListener("scroll", look));
  }, [shown]);
}
