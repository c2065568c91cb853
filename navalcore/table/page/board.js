// The board: its scenes in layers, what may be done on it by pointer, touch and keyboard, and what moves.
import { labelOf, leadOf, mark, neighbour, optionsOf, placeAt, stackOf } from "./acting.js";
import { Camera, boxOf, crowdBox, legible } from "./camera.js";
import { html } from "./html.js";
import { drawFigures, drawLabels, drawOverview, drawWays, figureAt, placesOf } from "./marks.js";
import { Pick, Stack, Tip } from "./pick.js";
import { drawRulers } from "./rulers.js";
import { useTheme } from "./settings.js";
import { mounted } from "./svg.js";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.js";

/**
 * @typedef {import("./session.js").SeatSession} SeatSession
 * @typedef {import("./session.js").Option} Option
 * @typedef {import("./acting.js").Pick} PickData
 * @typedef {import("./acting.js").Stack} StackData
 * @typedef {import("./types.js").BoardPicture} Picture
 */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});
/** Milliseconds that one points at a piece, or presses it, before it says what it is. */
const POINTED = 450;

/** How many of the options name something of a picture. @param {SeatSession} session @param {Picture} picture @param {Option[]} options */
function named(session, picture, options) {
  const drawn = picture.moving + (session.stills.get(picture.still) ?? "");
  return options.filter((option) => option.places.some(({ place }) => drawn.includes(`data-place="${place}"`))).length;
}

/** The scene that is shown: the one that was asked for, or else the one that the options are about.
 * @param {SeatSession} session @returns {[Picture | null, (id: string) => void]} */
function useScene(session) {
  const pictures = session.board.value;
  const options = session.options.value;
  const number = session.state.value?.snapshot.decision?.number ?? -1;
  const [wanted, want] = useState({ id: "", number: -1 });
  const chosen = pictures.find((each) => each.id === wanted.id && wanted.number === number);
  const best = pictures.reduce((one, other) => (named(session, other, options) > named(session, one, options) ? other : one), pictures[0]);
  return [chosen ?? best ?? null, (id) => want({ id, number })];
}

/** @param {{session: SeatSession}} props */
export function Board({ session }) {
  const [picture, want] = useScene(session);
  if (!picture) return null;
  session.scene = picture.id;
  const pictures = session.board.value;
  return html`${pictures.length > 1 && html`<div class="scenes" role="group" aria-label="Boards">
      ${pictures.map((each) => html`<button key=${each.id} class="small" aria-pressed=${each.id === picture.id} onClick=${() => want(each.id)}>${each.title}</button>`)}
    </div>`}
    <${Scene} key=${picture.id} session=${session} picture=${picture} />`;
}

/** @param {{session: SeatSession, picture: Picture}} props */
function Scene({ session, picture }) {
  const colours = useTheme();
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const layers = useRef(/** @type {HTMLElement | null} */ (null));
  const overview = useRef(/** @type {SVGSVGElement | null} */ (null));
  const rulers = useRef(/** @type {HTMLElement | null} */ (null));
  const camera = useCamera(session, { frame, layers, overview, rulers });
  const [pick, setPick] = useState(/** @type {PickData | null} */ (null));
  const [stack, setStack] = useState(/** @type {StackData | null} */ (null));
  const { tip, point, leave } = useTip(session);
  const shut = () => (setPick(null), setStack(null), leave());
  const drawn = useLayers(session, picture, layers, camera);
  const options = session.options.value;
  const past = session.moment.value !== null;
  const last = useMemo(() => placesOf(past ? [] : session.since.value.items), [session.since.value, past]);
  const subjects = useMemo(() => {
    const places = (session.shown.value?.decision?.places ?? []).map((each) => each.place);
    return new Map(places.map((each) => [each, new Set(places)]));
  }, [session.shown.value]);
  const waits = session.keeping.value && session.held.value;
  const now = { options, pick, pointed: session.pointed.value || (waits ? leadOf(options, waits) : ""), read: session.read.value, subjects, last };
  useLayoutEffect(() => {
    if (!layers.current) return;
    mark(layers.current, now);
    drawFigures(layers.current, pick?.options ?? options, session.state.peek()?.snapshot.decision);
    camera.current?.changed();
  }, [options, pick, now.pointed, now.read, session.drawn.value]);
  const over = Boolean(session.state.value?.snapshot.outcome);
  useLayoutEffect(() => {
    if (over) camera.current?.fit(); // how it has ended is seen at a glance
  }, [over]);
  useLayoutEffect(() => shut(), [options]);
  useLayoutEffect(() => {
    const root = layers.current;
    if (!root || !options.length || pick || drawn.current !== picture.moving) return; // what is asked may be about pieces that come with the next picture
    const again = followUp(session, root, frame.current);
    if (again) setPick(again);
    else bringUp(root, frame.current, camera.current, session.part === "list", leadOf(options, options[0]));
  }, [options, session.drawn.value]);

  useLayoutEffect(() => {
    const label = () => layers.current && drawLabels(layers.current, session.labels.value, picture, camera.current);
    label();
    if (!camera.current) return;
    camera.current.labelled = label;
    camera.current.changed();
  }, [session.labels.value, session.drawn.value]);
  const close = (/** @type {boolean} */ back) => (shut(), back && pick && layers.current && focusPlace(layers.current, pick.place));
  const { act, click, key, focused } = handlers({ session, options, layers, frame, camera, pick, setPick, setStack, shut, tip, point });
  const pointed = (/** @type {any} */ event) => point(event.target.closest?.("[data-place]") ?? null, event);
  return html`<div class=${`board ${colours}`} ref=${frame} role="group" onClick=${click} onKeyDown=${key} onFocusIn=${focused} onFocusOut=${leave}
      onPointerMove=${pointed} onPointerDown=${pointed} onPointerLeave=${leave}
      onContextMenu=${(/** @type {Event} */ event) => event.preventDefault()}
      aria-label="Board. Tab goes to the places where something may be done, arrows to their neighbours; plus, minus and 0 change its size.">
      <div class="layers" ref=${layers}><div class="still"></div><div class="tracks" aria-hidden="true"></div><div class="moving"></div><div class="figures" aria-hidden="true"></div><div class="ways" aria-hidden="true"></div><div class="labels" aria-hidden="true"></div></div>
      <div class="rulers" ref=${rulers} aria-hidden="true"></div>
      <${Overview} map=${overview} camera=${camera} />
    </div>
    ${pick && html`<${Pick} pick=${pick} session=${session} close=${close} />`}
    ${stack && html`<${Stack} stack=${stack} session=${session} colours=${colours} close=${shut} choose=${act} />`}
    ${tip && !pick && !stack && html`<${Tip} ...${tip} />`}`;
}

/** What clicks and keys on the board do. @param {any} scene */
function handlers({ session, options, layers, frame, camera, pick, setPick, setStack, shut, tip, point }) {
  const act = (/** @type {Element} */ element) => {
    const place = element.getAttribute("data-place") ?? "";
    const lies = element.getAttribute("data-at") ?? "";
    const label = labelOf(element);
    const here = optionsOf(options, pick, element);
    [session.acted, session.lay] = [place, lies];
    shut();
    if (!here.length) session.explain(label);
    else if (here.length === 1) session.press(here[0]);
    else setPick({ place, lies, label, options: here, by: element });
  };
  const click = (/** @type {any} */ event) => {
    if (camera.current?.dragged) return;
    if (session.motion.telling.peek()) session.motion.skip();
    const finger = event.pointerType === "touch";
    if (finger && tip) return shut(); // a long press asks what it is
    const root = /** @type {HTMLElement} */ (layers.current);
    const { element, among } = placeAt(root, event.clientX, event.clientY, finger);
    const able = element?.classList.contains("can");
    if (!able) camera.current?.tap(event);
    if (element && (able ? !among.length : true)) act(element);
    if (among.length) setStack(stackOf(root, among, (each) => optionsOf(options, pick, each)));
  };
  const key = (/** @type {any} */ event) => {
    const element = event.target.closest?.("[data-place]");
    if (element && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      act(element);
    } else if (event.key === "Escape") shut();
    else if (event.key in ARROWS) {
      event.preventDefault();
      const [x, y] = ARROWS[event.key];
      if (element && !event.shiftKey) neighbour(/** @type {HTMLElement} */ (layers.current), element, [x, y])?.focus({ preventScroll: true });
      else camera.current?.pan(-80 * x, -80 * y);
    }
  };
  const focused = (/** @type {any} */ event) => {
    const element = event.target.closest?.("[data-place]");
    if (!element || !camera.current || !element.matches(":root:not(.by-pointer) :focus-visible")) return; // under a pointer nothing moves
    intoSight(element, frame.current, camera.current);
    point(element);
  };
  return { act, click, key, focused };
}

/** The whole scene in small, while only a part is seen: a press moves the camera there. @param {{map: any, camera: any}} props */
function Overview({ map, camera }) {
  const go = (/** @type {any} */ event) => {
    if (event.type === "pointermove" && !event.buttons) return;
    event.stopPropagation();
    const box = map.current.getBoundingClientRect();
    const { width, height, seen, scale } = camera.current;
    const [x, y] = [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height];
    camera.current.place((seen.width / 2 - x) * scale, (seen.height / 2 - y) * scale, scale);
  };
  return html`<svg class="overview nc-board whole" ref=${map} aria-hidden="true" onPointerDown=${go} onPointerMove=${go} onClick=${(/** @type {Event} */ event) => event.stopPropagation()}>
    <rect class="ground" width="100%" height="100%" /><g class="land"></g><g class="dots"></g><rect class="seen" /></svg>`;
}

/** @param {SeatSession} session @param {Record<"frame" | "layers" | "overview" | "rulers", any>} of */
function useCamera(session, { frame, layers, overview, rulers }) {
  const camera = useRef(/** @type {Camera | null} */ (null));
  useLayoutEffect(() => {
    const made = (camera.current = session.camera = new Camera(frame.current, layers.current, () => {
      layers.current?.style.setProperty("--scale", String(made.scale));
      if (rulers.current && layers.current) drawRulers(rulers.current, layers.current, made);
      if (overview.current && layers.current) drawOverview(overview.current, layers.current, made);
      made.labelled();
    }));
    return () => made.close();
  }, []);
  return camera;
}

/** Show the layers of a scene: what stays once, what moves after the moves of the news have been seen.
 * @param {SeatSession} session @param {Picture} picture @param {any} layers @param {any} camera
 * @returns {{current: string}} what moves, as it was drawn last */
function useLayers(session, picture, layers, camera) {
  const shown = useRef("");
  const drawn = useRef("");
  const settle = () => {
    const root = /** @type {HTMLElement | null} */ (layers.current);
    const svg = root?.querySelector(".moving > svg");
    if (!root || !svg) return;
    const [width, height] = (svg.getAttribute("viewBox") ?? "0 0 1 1").split(/[\s,]+/).slice(2).map(Number);
    const anew = camera.current.shows(width, height);
    camera.current.marked = () => drawWays(root, session.moment.peek() ? [] : session.since.peek().items, width, height); // they are those of now
    camera.current.letter();
    const titles = [...root.querySelectorAll("[data-place]")].map((each) => /** @type {[string, string]} */ ([each.getAttribute("data-place") ?? "", labelOf(each)]));
    session.titles.value = new Map([...session.titles.peek(), ...titles]);
    session.drawn.value++;
    if (anew && camera.current.tooSmall) camera.current.open(named(session, picture, session.options.peek()) > 0);
    camera.current.changed();
  };
  useEffect(() => {
    let wanted = true;
    session.still(picture.still).then((svg) => {
      const under = layers.current?.querySelector(".still");
      if (!wanted || !under || shown.current === picture.still) return;
      shown.current = picture.still;
      mounted(under, svg);
      settle();
    });
    return () => void (wanted = false); // what comes later is of a scene that was left
  }, [picture.still]);
  useLayoutEffect(() => {
    const over = layers.current?.querySelector(".moving");
    if (!over) return;
    const { before, events } = session.untold(picture.id);
    const moves = events.some((event) => event.moves.length);
    const show = async () => {
      const root = layers.current;
      if (!root) return; // the board has been left meanwhile
      const focused = document.activeElement?.getAttribute("data-place");
      const had = focused && over.contains(document.activeElement);
      if (before) mounted(over, before);
      const now = over.querySelector(":scope > svg");
      const next = mounted(over, picture.moving, true);
      if (now && moves && !session.motion.jump && session.motion.wanted) await session.motion.play(root, now, next, events);
      for (const each of [...over.children]) if (each !== next) each.remove();
      next?.classList.remove("coming");
      drawn.current = picture.moving;
      settle();
      if (had) focusPlace(root, focused);
      else if (session.chosen.peek()?.part === "board" && document.activeElement === document.body) focusPlace(root, session.acted);
    };
    session.motion.queue(show);
  }, [picture.moving, session.again.value]);
  return drawn;
}

/** What something is, after it has been pointed at for a while. @param {SeatSession} session */
function useTip(session) {
  const [tip, setTip] = useState(/** @type {{label: string, more: string, by: Element} | null} */ (null));
  const told = (/** @type {Element} */ element) => {
    const offered = session.offered(element);
    return [offered && `Here: ${offered}.`, figureAt(element), session.explained(labelOf(element))].filter(Boolean).join(" ");
  };
  const waits = useRef(/** @type {{timer: number, on: Element | null}} */ ({ timer: 0, on: null }));
  const leave = () => {
    clearTimeout(waits.current.timer);
    waits.current.on = null;
    setTip(null);
  };
  const point = (/** @type {Element | null} */ element, /** @type {any} */ event = null) => {
    if (event && event.type === "pointermove" && event.pointerType === "touch") return void (event.movementX || event.movementY ? leave() : 0);
    if (element === waits.current.on) return;
    leave();
    if (!element || !labelOf(element)) return;
    waits.current.on = element;
    waits.current.timer = setTimeout(() => {
      if (element.isConnected) setTip({ label: labelOf(element), more: told(element), by: element });
    }, POINTED);
  };
  return { tip, point, leave };
}

/** What is nearer than this to an edge of what is seen of the board may be covered by a ruler. */
const EDGE = 18;

/** Whether a box is within what is seen of the board. @param {DOMRect} box @param {HTMLElement} frame */
function inSight(box, frame) {
  const seen = frame.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return x > seen.left + EDGE && x < seen.right - EDGE && y > seen.top + EDGE && y < seen.bottom - EDGE;
}

/** Whether all of a box is seen of the board, and not under a ruler. @param {DOMRect} box @param {HTMLElement} frame */
function whole(box, frame) {
  const seen = frame.getBoundingClientRect();
  return box.left > seen.left + EDGE && box.right < seen.right && box.top > seen.top + EDGE && box.bottom < seen.bottom;
}

/** Bring something into sight. @param {Element} element @param {HTMLElement | null} frame @param {Camera} camera */
function intoSight(element, frame, camera) {
  if (frame && !inSight(element.getBoundingClientRect(), frame)) camera.show(boxOf(camera, [element]));
}

/** What is to be chosen on the board, the most telling sort of it: pieces before places; what the question is about, which is
 * known already, only before mere words. @param {Element} root */
const ableIn = (root) =>
  [".piece.can.first:not(.subject, .words, .heading)", ".region.can.first:not(.subject, .kind-track, .kind-box)", ".region.can:not(.subject, .kind-track, .kind-box)", ".subject:not(.words, .heading)", ".can"]
    .map((each) => [...root.querySelectorAll(`svg:not(.coming) ${each}`)])
    .find((some) => some.length) ?? [];

/** If nothing that is to be chosen is seen, or the board has just been opened at a part of it, bring up what the list begins with,
 * and as much else of it as can be read at once.
 * After a choice in the list all of it is brought up, with the piece that the question is about, if that can be read at once.
 * @param {Element} root @param {HTMLElement | null} frame @param {Camera | null} camera @param {boolean} listed @param {string} first */
function bringUp(root, frame, camera, listed, first) {
  const able = ableIn(root);
  if (!able.length || !frame || !camera) return;
  const about = listed ? [...root.querySelectorAll("svg:not(.coming) .piece.subject")] : [];
  const both = about.length ? boxOf(camera, [...about, ...able]) : null;
  const together = legible(camera, both);
  const seen = (/** @type {Element} */ each) => inSight(each.getBoundingClientRect(), frame);
  const enough = together ? able.every(seen) && about.some((each) => whole(each.getBoundingClientRect(), frame)) : able.some(seen);
  if (!camera.opened && enough) return;
  camera.show(together ? both : crowdBox(camera, able, able.filter((each) => each.getAttribute("data-place") === first)), !camera.opened);
  camera.opened = false;
}

/** After a choice on the board that leads at once to a few more that lie elsewhere, such as the mode of an order, they are asked
 * where the choice was made: nobody is torn from where he looks.
 * @param {SeatSession} session @param {Element} root @param {HTMLElement | null} frame @returns {PickData | null} */
export function followUp(session, root, frame) {
  const from = session.chosen.peek();
  const options = session.options.peek();
  const place = session.acted;
  const equal = [...root.querySelectorAll(`svg:not(.coming) [data-place="${CSS.escape(place)}"]`)];
  const of = (/** @type {string[]} */ where) => equal.find((each) => where.includes(each.getAttribute("data-at") ?? ""));
  const last = of(session.asked().map((each) => each.place)) ?? of([session.lay]) ?? equal[0]; // it may have moved
  if (from?.part !== "board" || !last || !frame || options.length > 9) return null;
  const able = [...root.querySelectorAll("svg:not(.coming) .can")];
  if (!able.length || able.some((each) => inSight(each.getBoundingClientRect(), frame))) return null; // the list has it, or the board
  const snapshot = session.state.peek()?.snapshot;
  if (session.log.peek().filter((each) => each.kind === "choice_made").at(-1)?.fields.role !== snapshot?.role) return null; // others have acted since
  const label = snapshot?.decision?.prompt ?? "";
  return { place, lies: last.getAttribute("data-at") ?? "", label, options, by: last };
}

/** @param {Element} root @param {string | null} place */
function focusPlace(root, place) {
  const found = /** @type {SVGElement | null} */ (place && root.querySelector(`svg:not(.coming) [data-place="${CSS.escape(place)}"]`));
  found?.focus({ preventScroll: true });
}
