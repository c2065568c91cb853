// A picture of the board as it is shown, to be saved and sent: SVG, PNG at twice its size, or what happened as a moving one.
import { track } from "./motion.js";
import { wordsOf } from "./since.js";
import { mounted } from "./svg.js";

/** @typedef {import("./session.js").SeatSession} SeatSession */

const SVG = "http://www.w3.org/2000/svg";
/** How the marks of the page look, which the style sheet of boards does not know. */
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font"];
/** Of a moving picture: its widest, the height of the words under it, the events it shows at most, the pictures of one step, and
 * how long one, a step's last and the very last stand, in milliseconds. */
const FILM = { width: 960, words: 44, events: 16, steps: 5, each: 90, stands: 900, end: 3000 };

/** A layer as it is shown; words have their usual size again. @param {Element} layer */
function copied(layer) {
  const copy = /** @type {Element} */ (layer.cloneNode(true));
  const marks = layer.closest(".tracks, .ways, .figures") ? [...layer.querySelectorAll("polyline, rect, circle, text")] : [];
  const same = [...copy.querySelectorAll("polyline, rect, circle, text")];
  for (const text of copy.querySelectorAll("text")) text.removeAttribute("style");
  marks.forEach((mark, at) => LOOKS.forEach((look) => same[at].setAttribute(look, getComputedStyle(mark).getPropertyValue(look))));
  return new XMLSerializer().serializeToString(copy);
}

/** What the boards of this page look like. */
async function style() {
  const sheet = /** @type {HTMLLinkElement} */ (document.querySelector("link[href$='boards.css']"));
  return (await (await fetch(sheet.href)).text()).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Layers of the board as one SVG that needs nothing else. @param {Element} frame - the board of the page @param {Element[]} layers @param {string} style */
function drawn(frame, layers, style) {
  const size = ["viewBox", "width", "height"].map((name) => `${name}="${layers.at(-1)?.getAttribute(name)}"`).join(" ");
  const theme = [...frame.classList].find((each) => each.startsWith("theme-"));
  return `<svg xmlns="${SVG}" ${size} class="nc-board ${theme}"><style>${style}</style>${layers.map(copied).join("")}</svg>`;
}

/** @param {string} svg */
const addressed = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** @param {string} svg */
async function image(svg) {
  const found = new Image();
  found.src = addressed(svg);
  await found.decode();
  return found;
}

/** @param {string} address @param {string} name */
function save(address, name) {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

/** @param {number} width @param {number} height */
function canvasOf(width, height) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  return { canvas, context: /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true })) };
}

/** Save the board that is shown. @param {"svg" | "png"} kind @param {string} name - of the file, without its ending */
export async function savePicture(kind, name) {
  const frame = document.querySelector(".board");
  if (!frame) return;
  const svg = drawn(frame, [...frame.querySelectorAll(".layers > div > svg:not(.coming)")], await style());
  if (kind === "svg") return save(addressed(svg), `${name}.svg`);
  const found = await image(svg);
  const { canvas, context } = canvasOf(2 * found.naturalWidth, 2 * found.naturalHeight);
  context.drawImage(found, 0, 0, canvas.width, canvas.height);
  save(canvas.toDataURL("image/png"), `${name}.png`);
}

/** Where something is on its way, as a transform. @param {string[]} points @param {number} part - from 0 to 1 */
function at(points, part) {
  const [whole, rest] = [Math.floor(part * (points.length - 1)), (part * (points.length - 1)) % 1];
  const [one, other] = [whole, Math.min(whole + 1, points.length - 1)].map((place) => (points[place].match(/-?[\d.]+(?=px)/g) ?? [0, 0]).map(Number));
  return `translate(${one[0] + (other[0] - one[0]) * rest}px, ${one[1] + (other[1] - one[1]) * rest}px)`;
}

/** Save what happened since the last choice as a moving picture, a GIF, with what was told under it.
 * @param {SeatSession} session @param {string} name */
export async function saveMoves(session, name) {
  const frame = document.querySelector(".board");
  const layers = frame?.querySelector(".layers");
  if (!frame || !layers) return;
  const look = await style();
  const stage = /** @type {HTMLElement} */ (layers.cloneNode(true));
  stage.classList.add("unseen");
  frame.append(stage);
  const over = /** @type {Element} */ (stage.querySelector(".moving"));
  const still = await image(drawn(frame, [...stage.querySelectorAll(".still > svg")], look));
  const film = await filmOf(still);
  const show = async (/** @type {string} */ words, /** @type {number} */ delay, /** @type {Element[]} */ shown) =>
    film.add(await image(drawn(frame, shown, look)), words, delay);
  try {
    const scene = session.board.peek().find((each) => each.id === session.scene);
    if (!scene) return;
    const before = session.stood.find((each) => each.id === scene.id)?.moving;
    const now = before ? mounted(over, before) : null;
    const next = mounted(over, scene.moving, true);
    const items = session.since.peek().items.filter(({ event }) => event.moves.length).slice(0, FILM.events);
    if (now) {
      await show("", FILM.stands, [now]);
      for (const { event } of items) {
        const words = wordsOf(event, /** @type {any} */ (session.state.peek()));
        const moving = event.moves.flatMap((move) => track(stage, now, next, move) ?? []);
        for (let step = 1; moving.length && step <= FILM.steps; step++) {
          for (const { mover, points } of moving) mover.style.transform = at(points, step / FILM.steps);
          await show(words, step < FILM.steps ? FILM.each : FILM.stands, [now]);
        }
      }
    }
    next?.classList.remove("coming");
    const [ways, numbers] = [".tracks", ".ways"].map((each) => [...stage.querySelectorAll(`${each} > svg`)]);
    await show(session.since.peek().items.at(-1)?.event.text ?? "", FILM.end, [...ways, ...(next ? [next] : []), ...numbers]);
  } finally {
    stage.remove();
  }
  const address = URL.createObjectURL(new Blob([film.bytes()], { type: "image/gif" }));
  save(address, `${name}.gif`);
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A moving picture over something that stays. @param {HTMLImageElement} still */
async function filmOf(still) {
  const { GIFEncoder, applyPalette, quantize } = await import("./vendor/gifenc.js");
  const scale = Math.min(1, FILM.width / still.naturalWidth);
  const [width, height] = [Math.round(still.naturalWidth * scale), Math.round(still.naturalHeight * scale)];
  const { context } = canvasOf(width, height + FILM.words);
  const gif = GIFEncoder();
  /** @type {number[][] | undefined} */
  let palette;
  return {
    /** @param {HTMLImageElement} over @param {string} words @param {number} delay */
    add(over, words, delay) {
      context.fillStyle = "#ffffff";
      context.fillRect(0, 0, width, height + FILM.words);
      for (const layer of [still, over]) context.drawImage(layer, 0, 0, width, height);
      context.fillStyle = "#14293c";
      context.font = "16px system-ui, sans-serif";
      context.fillText(words, 12, height + 28, width - 24);
      const { data } = context.getImageData(0, 0, width, height + FILM.words);
      palette ??= quantize(data, 256);
      gif.writeFrame(applyPalette(data, palette), width, height + FILM.words, { palette, delay });
    },
    bytes() {
      gif.finish();
      return gif.bytes();
    },
  };
}
