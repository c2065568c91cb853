// What a person sets for this browser: colours, and sounds, which are off until somebody wants them.
import { useEffect, useState } from "./vendor/hooks.js";
import { effect, signal } from "./vendor/signals.js";

/** Whether the person wants dark colours. */
const DARK = matchMedia("(prefers-color-scheme: dark)");

const THEMES = /** @type {const} */ (["system", "light", "dark", "contrast", "colour_blind"]);
/** @typedef {typeof THEMES[number]} Theme */

/** @param {string} name @param {string} usual */
function kept(name, usual) {
  try {
    return localStorage.getItem(`navalcore ${name}`) ?? usual;
  } catch {
    return usual;
  }
}

/** @param {string} name @param {string} value */
function keep(name, value) {
  try {
    localStorage.setItem(`navalcore ${name}`, value);
  } catch {
    return; // a browser that keeps nothing
  }
}

/** The colours of page and boards. */
export const theme = signal(/** @type {Theme} */ (THEMES.find((each) => each === kept("theme", "system")) ?? "system"));
/** Whether events are heard. */
export const sound = signal(kept("sound", "off") === "on");

/** Whether a choice that could not be taken back is kept for three seconds before it is sent. */
export const holds = signal(kept("holds", "on") === "on");

effect(() => {
  keep("theme", theme.value);
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
effect(() => keep("sound", sound.value ? "on" : "off"));
effect(() => keep("holds", holds.value ? "on" : "off"));

/** The class of the colours of a board: those that are set, or else those of the page, also when they change at nightfall. */
export function useTheme() {
  const [dark, setDark] = useState(DARK.matches);
  useEffect(() => {
    const change = () => setDark(DARK.matches);
    DARK.addEventListener("change", change);
    return () => DARK.removeEventListener("change", change);
  }, []);
  return `theme-${theme.value === "system" ? (dark ? "dark" : "light") : theme.value}`;
}

/** @type {AudioContext | null} */
let audio = null;

/** What is heard: for each cue the notes, in hertz, one after the other. */
const CUES = { dice: [720, 610, 820], move: [330], turn: [523, 784], end: [523, 659, 784, 1047] };

/** Sound a cue, if sounds are wanted. @param {keyof typeof CUES} name */
function cue(name) {
  if (!sound.peek()) return;
  audio ??= new AudioContext();
  const step = name === "dice" ? 0.06 : 0.13;
  CUES[name].forEach((pitch, place) => {
    const [tone, loud] = [/** @type {AudioContext} */ (audio).createOscillator(), /** @type {AudioContext} */ (audio).createGain()];
    const begin = /** @type {AudioContext} */ (audio).currentTime + place * step;
    tone.type = name === "dice" ? "square" : "sine";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(name === "dice" ? 0.03 : 0.09, begin);
    loud.gain.exponentialRampToValueAtTime(0.001, begin + step * 1.6);
    tone.connect(loud).connect(/** @type {AudioContext} */ (audio).destination);
    tone.start(begin);
    tone.stop(begin + step * 1.7);
  });
}

/** Sound what has happened: the weightiest of it.
 * @param {import("./types.js").EventData[]} events @param {boolean} asked - whether one is to choose now, after others @param {boolean} over */
export function heard(events, asked, over) {
  if (over) cue("end");
  else if (events.some((event) => Array.isArray(event.fields.faces))) cue("dice");
  else if (asked) cue("turn");
  else if (events.some((event) => event.moves.length)) cue("move");
}
