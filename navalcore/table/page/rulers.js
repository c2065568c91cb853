// The names of the columns and rows of a chart, which stay at the edges of what is seen when their own places do not.

/** @typedef {{element: HTMLElement, at: number, width: number}} Mark */

/** How high the ruler of columns is and how wide that of rows, in pixels; and how much room a letter and the gap between two names need. */
const [HIGH, WIDE] = [16, 19];
const [LETTER, GAP] = [7.5, 5];

/** @param {string} tag @param {string} [text] */
function made(tag, text = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/** The ruler of a kind, with its marks where the scene has names of that kind. @param {Element} still @param {"column" | "row"} kind */
function rulerOf(still, kind) {
  const texts = /** @type {SVGTextElement[]} */ ([...still.querySelectorAll(`.label.kind-${kind}`)]);
  const number = (/** @type {Element} */ text, /** @type {string} */ name) => Number(text.getAttribute(name));
  const middle = (/** @type {Element} */ text) => number(text, "y") - 0.36 * number(text, "font-size");
  const across = kind === "column";
  const strip = made("div");
  strip.className = kind;
  const marks = texts.map((text) => {
    const element = made("span", text.textContent ?? "");
    return { element, at: across ? number(text, "x") : middle(text), width: across ? LETTER * (text.textContent ?? "").length + GAP : HIGH };
  });
  strip.append(...marks.map(({ element }) => element));
  const [first] = texts;
  return { kind, strip, marks, texts, end: first ? (across ? number(first, "y") + 0.3 * number(first, "font-size") : number(first, "x") + 3) : 0 };
}

/** @type {WeakMap<Element, {still: Element, rulers: ReturnType<typeof rulerOf>[]}>} */
const DRAWN = new WeakMap();

/** Draw the rulers of what is seen, those that are wanted. @param {HTMLElement} holder @param {Element} root - the layers of the board @param {import("./camera.js").Camera} camera */
export function drawRulers(holder, root, camera) {
  const still = root.querySelector(".still svg");
  if (!still) return;
  let drawn = DRAWN.get(holder);
  if (drawn?.still !== still) {
    drawn = { still, rulers: [rulerOf(still, "column"), rulerOf(still, "row")].filter(({ marks }) => marks.length > 1) };
    DRAWN.set(holder, drawn);
    holder.replaceChildren(...drawn.rulers.map(({ strip }) => strip));
  }
  let taken = 0;
  for (const ruler of drawn.rulers) {
    place(ruler, camera, taken);
    if (!ruler.strip.hidden) taken = parseFloat(ruler.strip.style.top) + HIGH;
  }
}

/** @param {ReturnType<typeof rulerOf>} ruler @param {import("./camera.js").Camera} camera @param {number} taken - by the ruler above */
function place({ kind, strip, marks, texts, end: inner }, { x, y, scale, frame }, taken) {
  const across = kind === "column";
  const [to, beside] = across ? [x, y] : [y, x];
  const [long, deep] = across ? [frame.clientWidth, frame.clientHeight] : [frame.clientHeight, frame.clientWidth];
  const own = inner * scale + beside - (across ? HIGH : WIDE);
  const read = own >= -3 && !texts.some((text) => text.classList.contains("left-out"));
  const step = (marks[1].at - marks[0].at) * scale;
  const [from, end] = [marks[0].at, marks[marks.length - 1].at].map((at, last) => at * scale + to + (last - 0.5) * step);
  const [first, length] = [Math.max(across ? 0 : taken, from), Math.min(long, end)];
  strip.hidden = read || own > deep || length - first < step;
  if (strip.hidden) return;
  const start = Math.max(0, own);
  Object.assign(strip.style, across ? box(first, start, length - first, HIGH) : box(start, first, WIDE, length - first));
  const every = Math.ceil(Math.max(...marks.map(({ width }) => width)) / step);
  marks.forEach(({ element, at }, number) => {
    const spot = at * scale + to - first;
    element.hidden = number % every > 0 || spot < HIGH / 2 || spot > length - first - HIGH / 2;
    if (!element.hidden) element.style.translate = across ? `calc(${spot}px - 50%) 0` : `0 ${spot - HIGH / 2}px`;
  });
}

/** @param {number} left @param {number} top @param {number} width @param {number} height */
const box = (left, top, width, height) => ({ left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
