// Which part of what stands beside the board is open: on a phone one at a time, elsewhere one of those below the question.
import { batch, signal } from "./vendor/signals.js";

export class Sheet {
  constructor() {
    /** What a phone shows: the question, or the panel. */
    this.tab = signal(/** @type {"choose" | "panel"} */ ("choose"));
    this.panel = signal("log");
    /** How high the sheet of a phone is. */
    this.height = signal("half");
  }

  /** Show the question, or a panel. @param {string} part - "choose", or the id of a panel */
  open(part) {
    batch(() => {
      this.tab.value = part === "choose" ? part : "panel";
      if (part !== "choose") this.panel.value = part;
      if (this.height.peek() === "peek") this.height.value = "half";
    });
  }

  /** Give the focus to something in a part, which is opened where that cannot be reached.
   * @param {string} part @param {() => HTMLElement | null} find */
  focus(part, find) {
    const reached = () => {
      const found = find();
      found?.focus();
      return found !== null && document.activeElement === found;
    };
    if (reached() || !part) return;
    this.open(part);
    setTimeout(reached); // the part is there then
  }
}
