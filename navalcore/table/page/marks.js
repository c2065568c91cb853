// What stays marked on the board until the next choice: the ways of the last moves, numbered as in the strip; and the overview.
import { factsOf } from "./acting.js";
import { cover, shownBox, writtenOn } from "./grown.js";
import { find, middle } from "./motion.js";
import { leastHidden, seenBox, wordsSeen } from "./spots.js";

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

/** The places that the news name, but what they come from, each with those where it may lie.
 * @param {Item[]} items @returns {Map<string, Set<string>>} */
export function placesOf(items) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  const add = (/** @type {string} */ place, /** @type {string[]} */ lies) => found.set(place, new Set([...(found.get(place) ?? []), ...lies]));
  for (const { event } of items) {
    const named = event.places.filter(({ as }) => as !== "from").map(({ place }) => place);
    for (const place of named) add(place, named);
    for (const { piece, to } of event.moves) if (to) add(piece, [to]);
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
  const of = (/** @type {string[]} */ ...skipped) => event.places.filter(({ as }) => !skipped.includes(as)).reverse();
  const named = [...of("from", "at", "to"), ...of("from", "at"), ...of("from"), ...event.places]; // what it is about, before where that is or is to go
  const there = (/** @type {string} */ id) => event.places.map(({ place }) => find(root, id, place)).find(Boolean) ?? find(root, id);
  const place = named.map((each) => middle(there(each.place))).find((each) => each !== null);
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

/** The height of the number of an event, in pixels. */
const PIN = 19;

/** Where the number of an event hides least of what is written and of other pieces: at the left side of its piece, or at the corner
 * of a card, if that hides nothing; where there is no piece, beside the place.
 * @param {DOMMatrix} matrix - from the board to the window @param {Box} on @param {"card" | "piece" | "place"} kind @param {number} wide - in pixels
 * @param {Box[]} taken - what is not to be hidden @param {Box} scene - both as they are seen in the window
 * @returns {{end: [number, number], x: number, y: number, seen: Box}} */
function besideWords(matrix, on, kind, wide, taken, scene) {
  const [right, down] = [on.x + on.width, on.y + on.height];
  const [across, along] = [on.x + on.width / 2, on.y + on.height / 2];
  const aside = [[2.5, -21.5], [2.5, 2.5], [-wide - 2.5, -21.5], [-wide - 2.5, 2.5], [12, -PIN / 2], [-wide - 12, -PIN / 2], [2.5, -40], [2.5, 21]];
  const spots = kind === "place" ? aside.map(([x, y]) => ({ end: [across, along], x, y })) : [
    { end: [on.x, kind === "card" ? on.y + 3 : along], x: 5 - wide, y: -PIN / 2 },
    { end: [on.x, on.y], x: 7 - wide, y: 5 - PIN },
    { end: [across, on.y], x: -wide / 2, y: 3 - PIN },
    { end: [across, down], x: -wide / 2, y: -3 },
    { end: [right, along], x: -5, y: -PIN / 2 },
    { end: [right, on.y], x: -7, y: 5 - PIN },
    { end: [right, down], x: -7, y: -5 },
    { end: [on.x, down], x: 7 - wide, y: -5 },
  ];
  const seen = spots.map(({ end: [toX, toY], x, y }) => {
    const { x: left, y: top } = new DOMPoint(toX, toY).matrixTransform(matrix);
    return { end: /** @type {[number, number]} */ ([toX, toY]), from: { x, y }, x: left + x, y: top + y, width: wide, height: PIN };
  });
  const spot = leastHidden(seen, taken, scene);
  return { end: spot.end, ...spot.from, seen: spot };
}

/** Draw the last moves: their ways below the pieces, whose names are to be read, and their numbers over them.
 * @param {Element} root - the layers of the board @param {Item[]} items @param {number} width @param {number} height */
export function drawWays(root, items, width, height) {
  const [under, over] = [root.querySelector(".tracks"), root.querySelector(".ways")];
  const [lines, pins] = [0, 1].map(() => shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height }));
  const pieces = [...root.querySelectorAll(".moving > svg:not(.coming) > .piece > .edge")].map((each) => ({
    box: shownBox(/** @type {SVGGraphicsElement} */ (each)),
    seen: seenBox(each),
    is: (/** @type {string} */ what) => each.parentElement?.matches(what) ?? false,
  }));
  const table = root.querySelector(".still .ground.kind-table") !== null; // ways would hide cards
  /** @type {Map<string, {middle: [number, number], on: typeof pieces[0] | undefined, numbers: number[]}>} */
  const spots = new Map();
  items.slice(-MOST).forEach((item, at) => {
    const number = items.length - Math.min(items.length, MOST) + at + 1;
    const found = ways(root, item);
    // A way from one printed box to another, such as from a line of a list, would lie on what is written between them.
    const boxes = item.event.moves.every(({ from, to }) => [from, to].every((id) => find(root, id)?.matches(".kind-box")));
    for (const way of found) {
      if (way.length > 1 && !table && !boxes && way.some(([x, y]) => Math.hypot(x - way[0][0], y - way[0][1]) > 12))
        lines.append(shape("polyline", { class: "way", points: way.map((point) => point.join(",")).join(" ") }));
    }
    const middle = found[0]?.at(-1);
    if (!middle) return;
    const on = pieces.find(({ box }) => within(middle, box));
    const key = (on ? [on.box.x, on.box.y] : middle).map(Math.round).join();
    spots.set(key, { middle, on, numbers: [...(spots.get(key)?.numbers ?? []), number] });
  });
  const board = /** @type {SVGSVGElement | null} */ (root.querySelector(".moving > svg:not(.coming)"));
  const [matrix, words, scene] = [board?.getScreenCTM() ?? new DOMMatrix(), wordsSeen(root), seenBox(board ?? root)];
  const drawn = pieces.filter(({ is }) => !is(".words, .heading"));
  /** @type {Box[]} */
  const numbered = [];
  for (const { middle, on, numbers } of spots.values()) {
    const text = inRuns(numbers);
    const wide = Math.max(19, 7 * text.length + 8);
    const place = { x: middle[0], y: middle[1], width: 0, height: 0 };
    const others = drawn.filter((each) => each !== on).map(({ seen }) => seen);
    const taken = [...words, ...words, ...others, ...numbered]; // words are more than pieces
    const { end, x, y, seen } = besideWords(matrix, on?.box ?? place, on?.is(".card") ? "card" : on ? "piece" : "place", wide, taken, scene);
    numbered.push(seen, seen, seen);
    const pin = shape("g", { class: "pin", transform: `translate(${end[0]} ${end[1]})` });
    const inner = shape("g", { class: "inner" });
    inner.append(shape("rect", { class: "spot", x, y, width: wide, height: PIN, rx: PIN / 2 }), shape("text", { x: x + wide / 2, y: y + 13.5, "text-anchor": "middle" }, text));
    pin.append(inner);
    pins.append(pin);
  }
  under?.replaceChildren(lines);
  over?.replaceChildren(pins);
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

/** The corner of a square where a figure hides least: of a small one that pieces fill the upper left, of a large one, which has its
 * name there, the lower left, if these are free.
 * @param {Box} box @param {Box[]} taken - what is not to be hidden @param {{width: number, height: number}} size
 * @returns {[number, number]} */
function freeCorner(box, taken, { width, height }) {
  const [left, right] = [box.x + 2, box.x + box.width - width - 2];
  const [top, bottom] = [box.y + 2, box.y + box.height - height - 2];
  const corners = box.height < 60 ? [[left, top], [right, top], [left, bottom], [right, bottom]] : [[left, bottom], [right, bottom], [left, top], [right, top]];
  const { x, y } = leastHidden(corners.map(([x, y]) => ({ x, y, width, height })), taken, box);
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
    const square = region.querySelector("rect") !== null;
    const [x, y] = square ? freeCorner(box, taken, { width: (8 * text.length) / scale, height: 13 / scale })
      : freeSpot(region, box, taken, { width: (9 * text.length) / scale, height: 16 / scale });
    const at = shape("g", { transform: `translate(${x} ${y})` });
    const inner = shape("g", { class: "inner" });
    inner.append(shape("text", square ? { x: 1, y: 10 } : { "text-anchor": "middle" }, text));
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

/** Narrower than this, the parts of a board have letters alone where there are more than a few. */
const WORDED = 640;
const FEW = 2;
/** The height of a label. */
const LABEL = 24;

/** The part of a box that is seen, if any is. @param {Box} box @param {Box} seen @returns {Box | null} */
function seenPart(box, seen) {
  const [x, y] = [Math.max(box.x, seen.x), Math.max(box.y, seen.y)];
  const [width, height] = [Math.min(box.x + box.width, seen.x + seen.width) - x, Math.min(box.y + box.height, seen.y + seen.height) - y];
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** Label the parts of a board, in words where there is room, where they hide least of it and none another.
 * @param {Element} root - its layers @param {{place: string, text: string}[]} labels @param {{moving: string}} picture
 * @param {import("./camera.js").Camera | null} camera */
export function drawLabels(root, labels, picture, camera) {
  const holder = root.querySelector(".labels");
  const [width, height] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(picture.moving) ?? []).slice(1).map(Number);
  if (!holder || !width) return;
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
  holder.replaceChildren(svg);
  const scale = camera?.scale ?? 1;
  const inPixels = (/** @type {Box} */ box) => ({ x: scale * box.x, y: scale * box.y, width: scale * box.width, height: scale * box.height });
  const scene = inPixels({ x: 0, y: 0, width, height });
  const seen = camera ? inPixels(camera.seen) : scene;
  const shown = labels.flatMap(({ place, text }, at) => {
    const found = /** @type {SVGGraphicsElement | undefined} */ (find(root, place));
    const box = found ? seenPart(inPixels(found.getBBox()), seen) : null;
    return box ? [{ box, text, at }] : []; // what others would point at is beyond the edge
  });
  const brief = shown.length > FEW && (root.parentElement?.clientWidth ?? 0) < WORDED;
  const taken = writtenOn(root).map(inPixels);
  /** @type {Box[]} */
  const named = [];
  shown.forEach(({ box, text, at }) => {
    const [across, along] = [box.x + box.width / 2, box.y + box.height / 2];
    const words = brief ? letterOf(at) : `${letterOf(at)}  ${text}`;
    const inner = shape("g", { class: "inner" });
    const written = /** @type {SVGTextElement} */ (shape("text", { "text-anchor": "middle" }, words));
    inner.append(written);
    svg.append(inner);
    const wide = written.getComputedTextLength() + 16;
    const [above, below] = [box.y - 4 - LABEL, box.y + box.height + 4];
    const [left, right] = [box.x - wide - 4, box.x + box.width + 4];
    const lines = [0, 1, 2, 3].flatMap((step) => [above - step * LABEL, below + step * LABEL]);
    const ends = [across - wide / 2, right, left].flatMap((x) => lines.map((y) => [x, y]));
    const sides = [right, left, box.x, box.x + box.width - wide].map((x) => [x, along - LABEL / 2]);
    const spots = [...ends, ...sides].map(([x, y]) => ({ x: Math.max(seen.x + 2, Math.min(x, seen.x + seen.width - wide - 2)), y, width: wide, height: LABEL }));
    const apart = spots.filter((spot) => !named.some((each) => cover(spot, each)));
    const spot = leastHidden(apart.length ? apart : spots, taken, seen);
    named.push(spot);
    const [x, y] = [spot.x + wide / 2, spot.y + LABEL / 2];
    const [toX, toY] = [Math.max(box.x, Math.min(x, box.x + box.width)), Math.max(box.y, Math.min(y, box.y + box.height))];
    written.setAttribute("x", String(x));
    written.setAttribute("y", String(y + 5));
    written.before(shape("line", { x1: toX, y1: toY, x2: x, y2: y }), shape("rect", { x: spot.x, y: spot.y, width: wide, height: LABEL, rx: LABEL / 2 }));
  });
}

/** The sizes of the overview, as parts of the largest, and how far it is from the edge. */
const SIZES = [1, 0.72, 0.5];
const EDGE = { plain: 8, ruled: 30 };

/** Put the overview where it hides nothing that may be acted on or read, smaller if need be: at a corner, or in the middle of a
 * side; where it is, if no other spot is better. @param {SVGSVGElement} map @param {Element} root @param {Box} frame @param {number} shape - how high it is, as a part of its width */
function placeOverview(map, root, frame, shape) {
  const acted = [...root.querySelectorAll("svg:not(.coming) :is(.can.first, .subject, .picked)")].map(seenBox);
  const taken = [...acted, ...acted, ...wordsSeen(root), ...[...root.querySelectorAll(".labels rect, .spot")].map(seenBox), ...[...root.querySelectorAll("svg:not(.coming) .piece:not(.words, .heading)")].map(seenBox)];
  const largest = Math.min(152, Math.max(88, 0.16 * frame.width), (0.45 * frame.height) / shape);
  const edge = root.parentElement?.querySelector(".rulers > :not([hidden])") ? EDGE.ruled : EDGE.plain;
  const tried = SIZES.map((size) => {
    const [width, height] = [size * largest, size * largest * shape];
    const [right, bottom] = [frame.width - width - edge, frame.height - height - edge];
    const spots = [[edge, bottom], [right, bottom], [edge, edge], [right, edge], [edge, bottom / 2], [right, bottom / 2], [right / 2, bottom], [right / 2, edge]];
    const now = spots[Number(map.dataset.spot ?? 0)];
    const seen = [now, ...spots].map(([x, y], at) => ({ spot: at ? at - 1 : spots.indexOf(now), x: frame.x + x, y: frame.y + y, width, height }));
    const { spot, ...box } = leastHidden(seen, taken, frame);
    return { spot, box, free: !taken.some((each) => cover(box, each)) };
  });
  const { spot, box } = tried.find(({ free }) => free) ?? tried[SIZES.length - 1];
  map.dataset.spot = String(spot);
  map.style.inset = `${box.y - frame.y}px auto auto ${box.x - frame.x}px`;
  map.style.width = `${box.width}px`;
  map.style.height = `${box.height}px`;
}

/** Draw the overview: the whole scene, its pieces as dots, and what is seen of it.
 * @param {SVGSVGElement} map @param {Element} root @param {import("./camera.js").Camera} camera */
export function drawOverview(map, root, camera) {
  const { seen, width, height } = camera;
  map.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const whole = seen.width >= width * 0.98 && seen.height >= height * 0.98;
  map.classList.toggle("whole", whole);
  if (whole) return;
  placeOverview(map, root, seenBox(camera.frame), height / width);
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
