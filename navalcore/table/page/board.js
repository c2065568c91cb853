// The picture of the board: two layers, places to click and to walk on by keyboard.
import { html } from "./html.js";
import { mounted } from "./svg.js";
import { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.js";

/**
 * @typedef {import("./session.js").SeatSession} SeatSession
 * @typedef {import("./session.js").Option} Option
 * @typedef {{place: string, label: string, options: Option[], x: number, y: number}} Pick
 */

/** A picture that is shown smaller than this cannot be read, and is shown in part. */
const LEGIBLE = 0.42;
/** Whether the person wants dark colours. */
const DARK = matchMedia("(prefers-color-scheme: dark)");
const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/** The options that a click on a place may mean: those that it is the subject of, or named first, else those that name it
 * at all.
 * @param {Option[]} options @param {string} place @param {string} [lies] - where it lies, if it is a piece */
export function optionsAt(options, place, lies = "") {
  const meant = options.filter((option) => means(option, place, lies));
  const first = meant.filter((option) => option.places[0]?.place === place);
  return first.length ? first : meant;
}

/** Whether an option means a place, or one of equal pieces there: where it comes from is not meant, and says which piece is.
 * @param {Option} option @param {string} place @param {string} lies */
function means(option, place, lies) {
  const named = option.places.find((each) => each.place === place && each.as !== "from");
  const from = option.places.filter((each) => each.as === "from");
  return named !== undefined && (named.as !== "subject" || !lies || !from.length || from.some((each) => each.place === lies));
}

/** What a place is called. @param {Element} element */
const labelOf = (element) => element.querySelector(":scope > title")?.textContent ?? element.getAttribute("data-place") ?? "";

/** Whether a text names a place, by the words that its title begins with. @param {string} text @param {string} label */
const names = (text, label) => {
  const head = label.split(/[:,.(]/)[0].trim().toLowerCase();
  return head.length > 2 && ` ${text.toLowerCase().replace(/[^\p{L}\p{N}-]+/gu, " ")} `.includes(` ${head} `);
};

/** A name that holds what is written at the place too, so that who speaks to his computer may say what he sees.
 * @param {Element} element @param {string} name */
function withDrawn(element, name) {
  const drawn = Array.from(element.querySelectorAll("text"), (each) => each.textContent?.trim() ?? "").filter(Boolean).join(" ");
  const words = (/** @type {string} */ text) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
  return words(name).includes(words(drawn)) ? name : `${name}. Written here: ${drawn}`;
}

/** Tell a screen reader and the eye what may be done where.
 * @param {Element} root @param {Option[]} options @param {string} pointed @param {string} read */
function mark(root, options, pointed, read) {
  const marked = [...root.querySelectorAll("[data-place]")];
  for (const element of marked) {
    const place = element.getAttribute("data-place") ?? "";
    const label = labelOf(element);
    const here = optionsAt(options, place, element.getAttribute("data-at") ?? "");
    element.classList.toggle("can", here.length > 0);
    element.classList.toggle("pointed", place === pointed || (read !== "" && names(read, label)));
    element.setAttribute("tabindex", here.length ? "0" : "-1");
    element.setAttribute("role", here.length ? "button" : "img");
    const texts = here.map((option) => option.text);
    const name = here.length ? `${label}. ${texts.slice(0, 5).join(", ")}${texts.length > 5 ? ", and more" : ""}` : label;
    element.setAttribute("aria-label", here.length ? withDrawn(element, name) : name);
  }
  // Of equal pieces in several places only those are pointed at that may be chosen, if any may.
  const equal = marked.filter((element) => element.getAttribute("data-place") === pointed);
  if (equal.some((element) => element.classList.contains("can")))
    for (const element of equal) element.classList.toggle("pointed", element.classList.contains("can"));
}

/** The place next to this one in a direction. @param {Element} root @param {Element} from @param {[number, number]} way */
function neighbour(root, from, way) {
  const middle = (/** @type {Element} */ element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of root.querySelectorAll("[data-place]")) {
    const [toX, toY] = middle(element);
    const along = (toX - x) * way[0] + (toY - y) * way[1];
    const aside = Math.abs((toX - x) * way[1]) + Math.abs((toY - y) * way[0]);
    if (along <= 1 || aside > along * 2) continue;
    const far = along + aside * 2;
    if (far < least) [best, least] = [element, far];
  }
  return /** @type {SVGElement | null} */ (best);
}

/** The colours of the board: those of the page, also when they change at nightfall. */
function useTheme() {
  const [dark, setDark] = useState(DARK.matches);
  useEffect(() => {
    const change = () => setDark(DARK.matches);
    DARK.addEventListener("change", change);
    return () => DARK.removeEventListener("change", change);
  }, []);
  return `theme-${dark ? "dark" : "light"}`;
}

/** @param {{session: SeatSession}} props */
export function Board({ session }) {
  const theme = useTheme();
  const holder = useRef(/** @type {HTMLDivElement | null} */ (null));
  const still = useRef("");
  const sized = useRef(false);
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [zoom, setZoom] = useState(1);
  const [tall, setTall] = useState(false);
  const [pick, setPick] = useState(/** @type {Pick | null} */ (null));
  const board = session.board.value;
  const options = session.options.value;
  const pointed = session.pointed.value;
  const read = session.read.value;

  useEffect(() => {
    if (!board?.still || board.still === still.current) return;
    const wanted = (still.current = board.still);
    session.transport
      .still(wanted)
      .catch(async () => (await session.connection.act({ act: "text_board" })).said?.still ?? "")
      .then((svg) => {
        const under = holder.current?.querySelector(".still");
        if (!under || still.current !== wanted) return;
        mounted(under, svg);
        const root = /** @type {HTMLElement} */ (holder.current);
        mark(root, session.options.peek(), session.pointed.peek(), "");
        learn(root);
        if (frame.current) bringUp(frame.current);
      });
  }, [board?.still]);
  useLayoutEffect(() => {
    const root = holder.current;
    const over = root?.querySelector(".moving");
    if (!root || !over) return;
    const focused = document.activeElement?.getAttribute("data-place");
    const had = focused && root.contains(document.activeElement);
    mounted(over, board?.moving ?? "");
    mark(root, options, pointed, read);
    if (had) focusPlace(root, focused);
    else if (session.chosen.peek()?.part === "board" && document.activeElement === document.body) focusPlace(root, session.pointed.peek());
    setPick(null);
    learn(root);
  }, [board?.moving]);
  useLayoutEffect(() => {
    if (holder.current) mark(holder.current, options, pointed, read);
  }, [options, pointed, read]);
  useLayoutEffect(() => {
    if (frame.current && options.length) bringUp(frame.current);
  }, [options, tall, zoom]);
  if (!board) return null;

  /** Learn what the places are called, and whether the picture is higher than wide. @param {Element} root */
  function learn(root) {
    const box = root.querySelector("svg")?.getAttribute("viewBox")?.split(/[\s,]+/).map(Number);
    if (box) setTall(box[3] > 1.25 * box[2]);
    if (box && !sized.current && root.clientWidth < LEGIBLE * box[2]) setZoom(2.25);
    sized.current ||= box !== undefined;
    session.titles.value = new Map([...root.querySelectorAll("[data-place]")].map((each) => [each.getAttribute("data-place") ?? "", labelOf(each)]));
  }
  /** @param {Element} element @param {boolean} careful */
  const act = (element, careful) => {
    const place = element.getAttribute("data-place") ?? "";
    const label = labelOf(element);
    const here = optionsAt(options, place, element.getAttribute("data-at") ?? "");
    session.pointed.value = place;
    if (!here.length) {
      setPick(null);
      session.explain(label);
      return;
    }
    if (here.length === 1 && !careful) {
      setPick(null);
      session.choose(here[0]);
      return;
    }
    const box = element.getBoundingClientRect();
    const frame = /** @type {HTMLElement} */ (holder.current).getBoundingClientRect();
    setPick({ place, label, options: here, x: box.left - frame.left + box.width / 2, y: box.bottom - frame.top });
  };
  const click = (/** @type {any} */ event) => {
    const places = document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest("[data-place]"));
    const here = places.filter((each) => each !== null && holder.current?.contains(each));
    const element = here.find((each) => each?.classList.contains("can")) ?? here[0] ?? event.target.closest?.("[data-place]");
    if (element) act(element, event.pointerType === "touch");
  };
  const key = (/** @type {any} */ event) => {
    const element = event.target.closest?.("[data-place]");
    if (!element) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      act(element, false);
    } else if (event.key in ARROWS) {
      event.preventDefault();
      neighbour(/** @type {Element} */ (holder.current), element, ARROWS[event.key])?.focus();
    }
  };
  const larger = (/** @type {number} */ by) => () => {
    const box = /** @type {HTMLElement} */ (frame.current);
    const [x, y] = [(box.scrollLeft + box.clientWidth / 2) / box.scrollWidth, (box.scrollTop + box.clientHeight / 2) / box.scrollHeight];
    setZoom(Math.min(4, Math.max(1, zoom * by)));
    requestAnimationFrame(() => {
      box.scrollTo(x * box.scrollWidth - box.clientWidth / 2, y * box.scrollHeight - box.clientHeight / 2);
      bringUp(box);
    });
  };
  return html`<div class="zoom" role="group" aria-label="Size of the board">
      <button onClick=${larger(1 / 1.5)} disabled=${zoom === 1} aria-label="Smaller">−</button>
      <button onClick=${larger(1.5)} disabled=${zoom === 4} aria-label="Larger">+</button>
    </div>
    <div class=${`board ${theme}${zoom > 1 ? " large" : ""}${tall ? " tall" : ""}`} ref=${frame} role="group" aria-label="Board. Tab goes to the places where something may be done, arrows to their neighbours.">
      <div class="layers" ref=${holder} style=${{ width: `${100 * zoom}%` }} onClick=${click} onKeyDown=${key}>
        <div class="still"></div>
        <div class="moving"></div>
        ${pick && html`<${Pick} pick=${pick} session=${session} close=${() => setPick(null)} />`}
      </div>
    </div>`;
}

/** Where a part of the board is seen, bring up the first place where something may be done, if none of them is seen.
 * @param {HTMLElement} frame */
function bringUp(frame) {
  const seen = frame.getBoundingClientRect();
  const boxes = [...frame.querySelectorAll(".can")].map((each) => each.getBoundingClientRect());
  const [first] = boxes;
  const within = (/** @type {DOMRect} */ box) =>
    box.right > seen.left + 8 && box.left < seen.right - 8 && box.bottom > seen.top + 8 && box.top < seen.bottom - 8;
  if (!first || boxes.some(within)) return;
  frame.scrollBy(first.left + first.width / 2 - seen.left - seen.width / 2, first.top + first.height / 2 - seen.top - seen.height / 2);
}

/** @param {Element} root @param {string} place */
function focusPlace(root, place) {
  const found = /** @type {SVGElement | null} */ (root.querySelector(`[data-place="${CSS.escape(place)}"]`));
  found?.focus({ preventScroll: true });
}

/** What may be done at a place, to be ticked or crossed. @param {{pick: Pick, session: SeatSession, close: () => void}} props */
function Pick({ pick, session, close }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => box.current?.querySelector("button")?.focus({ preventScroll: true }), [pick]);
  const leave = () => {
    const root = box.current?.parentElement;
    close();
    if (root) focusPlace(root, pick.place);
  };
  const take = (/** @type {Option} */ option) => {
    session.choose(option);
    close();
  };
  return html`<div class="pick" ref=${box} role="dialog" aria-label=${pick.label}
    style=${{ left: `${pick.x}px`, top: `${pick.y}px` }}
    onClick=${(/** @type {Event} */ event) => event.stopPropagation()}
    onKeyDown=${(/** @type {any} */ event) => (event.stopPropagation(), event.key === "Escape" && leave())}>
    <p>${pick.label}</p>
    ${pick.options.map(
      (option) => html`<button key=${option.key} onClick=${() => take(option)}><span aria-hidden="true">✓ </span>${option.text}</button>`,
    )}
    <button class="cross" onClick=${leave}><span aria-hidden="true">✗ </span>Not now</button>
  </div>`;
}
