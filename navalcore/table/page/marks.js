// What stays marked on the board until the next choice: the ways of the last moves, numbered as in the strip; and the overview.
import { factsOf } from "./acting.js";
import { cover, shownBox, writtenOn } from "./grown.js";
import { find, middle } from "./motion.js";

/**
 * @typedef {import("./since.js").Item} Item
 * @typedef {import("./camera.js").Box} Box
 */

const SVG = "http://www.w3.org/2000/svg";
/** More than so many ways would hide the board. */
const MOST = 9;

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
function shape(name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

/** The places that the news name, but what they come from. @param {Item[]} items @returns {Set<string>} */
export function placesOf(items) {
  const found = new Set(/** @type {string[]} */ ([]));
  for (const { event } of items) {
    for (const { place, as } of event.places) if (as !== "from") found.add(place);
    for (const { piece, to } of event.moves) if (to) found.add(piece);
  }
  return found;
}

/** Where on the board something happened: the middle of it, and the way that led there.
 * @param {Element} root @param {Item} item @returns {[number, number][][]} */
function ways(root, { event }) {
  const at = (/** @type {string} */ id, /** @type {string} */ [...lies]) => middle(find(root, id, lies.join("") || undefined));
  if (event.moves.length) {
    const found = event.moves.slice(0, 3).map(({ piece, from, to, way }) => {
      const end = (to && (at(piece, to) ?? at(to, ""))) || at(from, "");
      return [at(from, ""), ...way.map((id) => at(id, "")), end].filter((each) => each !== null);
    });
    return /** @type {[number, number][][]} */ (found.filter((each) => each.length));
  }
  const named = event.places.filter((each) => each.as !== "from").at(-1) ?? event.places[0];
  const place = named && at(named.place, "");
  return place ? [[place]] : [];
}

/** Whether a point is within a box. @param {[number, number]} point @param {Box} box */
const within = ([x, y], box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/** Numbers that grow, those that follow on each other as one: 2, 5-8. @param {number[]} numbers */
function inRuns(numbers) {
  const begins = numbers.filter((each) => !numbers.includes(each - 1));
  const ends = numbers.filter((each) => !numbers.includes(each + 1));
  return begins.map((each, at) => (each === ends[at] ? `${each}` : `${each}-${ends[at]}`)).join(", ");
}

/** Draw the last moves. @param {Element} root - the layers of the board @param {Item[]} items @param {number} width @param {number} height */
export function drawWays(root, items, width, height) {
  const holder = root.querySelector(".ways");
  if (!holder) return;
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
  const pins = shape("g", { class: "pins" });
  const edges = (/** @type {string} */ what) =>
    [...root.querySelectorAll(`.moving > svg:not(.coming) > ${what} > .edge`)].map((each) => shownBox(/** @type {SVGGraphicsElement} */ (each)));
  const table = root.querySelector(".still .ground.kind-table") !== null; // ways would hide cards
  const [pieces, cards] = [edges(".piece"), edges(".card")];
  /** @type {Map<string, {end: [number, number], numbers: number[], beside: boolean}>} */
  const spots = new Map();
  items.slice(-MOST).forEach((item, at) => {
    const number = items.length - Math.min(items.length, MOST) + at + 1;
    const found = ways(root, item);
    for (const way of found) {
      if (way.length > 1 && !table && way.some(([x, y]) => Math.hypot(x - way[0][0], y - way[0][1]) > 12))
        svg.append(shape("polyline", { class: "way", points: way.map((point) => point.join(",")).join(" ") }));
    }
    const middle = found[0]?.at(-1);
    if (!middle) return;
    // What is written on a piece is to be read: its number is at its left side, or at the corner of a card.
    const on = pieces.find((piece) => within(middle, piece));
    const end = on ? /** @type {[number, number]} */ ([on.x, on.y + (cards.some((card) => within(middle, card)) ? 3 : on.height / 2)]) : middle;
    const key = end.map(Math.round).join();
    spots.set(key, { end, numbers: [...(spots.get(key)?.numbers ?? []), number], beside: on !== undefined });
  });
  for (const { end, numbers, beside } of spots.values()) {
    const text = inRuns(numbers);
    const wide = Math.max(19, 7 * text.length + 8);
    const pin = shape("g", { class: "pin", transform: `translate(${end[0]} ${end[1]})` });
    const inner = shape("g", { class: "inner" });
    const [x, y] = beside ? [5 - wide, -9.5] : [2.5, -21.5];
    inner.append(shape("rect", { class: "spot", x, y, width: wide, height: 19, rx: 9.5 }), shape("text", { x: x + wide / 2, y: y + 13.5, "text-anchor": "middle" }, text));
    pin.append(inner);
    pins.append(pin);
  }
  svg.append(pins);
  holder.replaceChildren(svg);
}

/** A figure as it is written on the board. @param {import("./types.js").FactData} fact */
const figure = ({ kind, value }) => (kind === "chance" ? `${Math.round(100 * value)} %` : String(Math.round(10 * value) / 10));

/** The point of a region nearest to its middle where a figure hides neither pieces nor words.
 * @param {Element} region @param {Box} box @param {Box[]} taken - what is not to be hidden @param {{width: number, height: number}} size
 * @returns {[number, number]} */
function freeSpot(region, box, taken, { width, height }) {
  const shape = /** @type {SVGGeometryElement | null} */ (region.querySelector("path, polygon, circle, rect"));
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (let ring = 0; ring < 6; ring++)
    for (let turn = 0; turn < (ring ? 8 : 1); turn++) {
      const at = [x + 0.7 * ring * width * Math.cos((turn * Math.PI) / 4), y + ring * height * Math.sin((turn * Math.PI) / 4)];
      const spot = { x: at[0] - width / 2, y: at[1] - 0.8 * height, width, height };
      const inside = shape?.isPointInFill(new DOMPoint(at[0], at[1])) ?? true;
      if (inside && !taken.some((each) => cover(spot, each))) {
        taken.push(spot);
        return [at[0], at[1]];
      }
    }
  return [x, y];
}

/** Write where each of some options leads to what is known about it first, if that tells them apart.
 * @param {Element} root - the layers of the board @param {import("./types.js").OptionData[]} options
 * @param {import("./types.js").DecisionData | null | undefined} decision */
export function drawFigures(root, options, decision) {
  const holder = root.querySelector(".figures");
  const board = root.querySelector(".moving > svg:not(.coming)");
  if (!holder || !board) return;
  const leads = options.flatMap((option) => {
    const to = option.places.find((each) => each.as === "to")?.place;
    const [fact] = to ? factsOf(option, decision) : [];
    return to && fact ? [{ to, text: figure(fact), told: fact.text }] : [];
  });
  const alone = new Set(leads.map(({ to }) => to)).size === leads.length;
  const telling = alone && new Set(leads.map(({ text }) => text)).size > 1;
  const svg = shape("svg", Object.fromEntries(["viewBox", "width", "height"].map((name) => [name, board.getAttribute(name) ?? ""])));
  const scale = Number(/** @type {HTMLElement} */ (root).style.getPropertyValue("--scale")) || 1;
  const taken = writtenOn(root);
  for (const each of root.querySelectorAll("[data-figure]")) each.removeAttribute("data-figure");
  for (const { to, text, told } of telling ? leads : []) {
    const region = find(root, to);
    if (!region) continue;
    region.setAttribute("data-figure", told);
    const box = /** @type {SVGGraphicsElement} */ (region).getBBox();
    // Where pieces fill a small square its upper left corner is free; a large one has its name there.
    const small = box.height < 60;
    const square = region.querySelector("rect") !== null;
    const corner = small ? [box.x + 2, box.y + 2] : [box.x + 4, box.y + box.height - 14];
    const [x, y] = square ? corner : freeSpot(region, box, taken, { width: (9 * text.length) / scale, height: 16 / scale });
    const at = shape("g", { transform: `translate(${x} ${y})` });
    const inner = shape("g", { class: "inner" });
    inner.append(shape("text", square ? { x: 1, y: 9 } : { "text-anchor": "middle" }, text));
    at.append(inner);
    svg.append(at);
  }
  holder.replaceChildren(svg);
}

/** What the figure in the corner of a place is, for whoever points at the place or at what lies there. @param {Element} element */
export function figureAt(element) {
  const at = element.getAttribute("data-at");
  const region = at ? element.closest(".layers")?.querySelector(`[data-place="${CSS.escape(at)}"]`) : element;
  const told = region?.getAttribute("data-figure");
  return told ? `The figure: ${told}.` : "";
}

/** What the parts of a labelled board are called, in order. @param {number} place */
export const letterOf = (place) => String.fromCharCode(65 + place);

/** Narrower than this, the parts of a board have letters alone. */
const WORDED = 640;
/** The height of a label. */
const LABEL = 24;

/** Label the parts of a board, in words where there is room, none over another. @param {Element} root - its layers
 * @param {{place: string, text: string}[]} labels @param {{moving: string}} picture */
export function drawLabels(root, labels, picture) {
  const holder = root.querySelector(".labels");
  const [width, height] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(picture.moving) ?? []).slice(1).map(Number);
  if (!holder || !width) return;
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
  holder.replaceChildren(svg);
  const scale = Number(/** @type {HTMLElement} */ (root).style.getPropertyValue("--scale")) || 1;
  const brief = (root.parentElement?.clientWidth ?? 0) < WORDED;
  const taken = /** @type {{x: number, y: number, wide: number}[]} */ ([]);
  labels.forEach(({ place, text }, at) => {
    const found = /** @type {SVGGraphicsElement | undefined} */ (find(root, place));
    if (!found) return;
    const box = found.getBBox();
    const below = box.y < 40; // no room above it
    const spot = [box.x + box.width / 2, below ? box.y + box.height : box.y];
    const words = brief ? letterOf(at) : `${letterOf(at)}  ${text}`;
    const inner = shape("g", { class: "inner" });
    const written = shape("text", { "text-anchor": "middle" }, words);
    inner.append(written);
    const group = shape("g", { transform: `translate(${spot.join(" ")})` });
    group.append(inner);
    svg.append(group);
    const wide = /** @type {SVGTextElement} */ (written).getComputedTextLength() + 16;
    const aside = Math.max(wide / 2 - spot[0], Math.min(0, width - spot[0] - wide / 2));
    let y = below ? 16 : -16;
    const covers = (/** @type {{x: number, y: number, wide: number}} */ other) =>
      Math.abs(other.x - scale * spot[0] - aside) < (other.wide + wide) / 2 && Math.abs(other.y - scale * spot[1] - y) < LABEL;
    for (let tries = 0; tries < labels.length && taken.some(covers); tries++) y += below ? LABEL : -LABEL;
    taken.push({ x: scale * spot[0] + aside, y: scale * spot[1] + y, wide });
    written.setAttribute("x", String(aside));
    written.setAttribute("y", String(y + 5));
    written.before(shape("line", { x2: 0, y2: y }), shape("rect", { x: aside - wide / 2, y: y - LABEL / 2, width: wide, height: LABEL, rx: LABEL / 2 }));
  });
}

/** The corner where the overview hides least of what may be acted on or is being asked about; where it is, if no other is better.
 * @param {Element} root @param {DOMRect} frame @param {DOMRect} map @param {string} [now] */
function cornerOf(root, frame, map, now = "left bottom") {
  const weighed = (/** @type {Element} */ each) => ({ box: each.getBoundingClientRect(), weight: each.matches(".can.first, .subject, .picked") ? 100 : 1 });
  const boxes = [...root.querySelectorAll("svg:not(.coming) :is(.can.first, .subject, .picked, .piece:not(.words, .heading))")].map(weighed);
  const hidden = (/** @type {string} */ corner) => {
    const left = corner.startsWith("left") ? frame.left : frame.right - map.width - 16;
    const top = corner.endsWith("top") ? frame.top : frame.bottom - map.height - 16;
    const hides = (/** @type {DOMRect} */ box) => box.right > left && box.left < left + map.width + 16 && box.bottom > top && box.top < top + map.height + 16;
    return boxes.reduce((sum, { box, weight }) => sum + (hides(box) ? weight : 0), 0);
  };
  return ["left bottom", "right bottom", "left top", "right top"].reduce((one, other) => (hidden(other) < hidden(one) ? other : one), now);
}

/** Draw the overview: the whole scene, its pieces as dots, and what is seen of it.
 * @param {SVGSVGElement} map @param {Element} root @param {import("./camera.js").Camera} camera */
export function drawOverview(map, root, camera) {
  const { seen, width, height } = camera;
  map.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const whole = seen.width >= width * 0.98 && seen.height >= height * 0.98;
  map.classList.toggle("whole", whole);
  if (whole) return;
  map.dataset.corner = cornerOf(root, camera.frame.getBoundingClientRect(), map.getBoundingClientRect(), map.dataset.corner);
  const still = root.querySelector(".still svg");
  if (still && map.dataset.of !== String(still.childElementCount)) {
    const land = [...still.querySelectorAll(":scope > .shape, :scope > [class*='kind-land']:not(.label), :scope > .kind-neutral:not(.label)")].map((each) => each.cloneNode(true));
    map.querySelector(".land")?.replaceChildren(...land);
    map.dataset.of = String(still.childElementCount);
  }
  const dots = [...root.querySelectorAll(".moving > svg:not(.coming) > .piece:not(.words, .heading)")].flatMap((each) => {
    const at = middle(each);
    return at ? [shape("circle", { cx: at[0], cy: at[1], r: width / 90, class: each.classList.contains("can") ? "can" : "" })] : [];
  });
  map.querySelector(".dots")?.replaceChildren(...dots);
  const box = map.querySelector("rect.seen");
  for (const [key, value] of Object.entries(seen)) box?.setAttribute(key, String(Math.max(0, value)));
}
