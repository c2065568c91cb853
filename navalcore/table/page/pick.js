// What a tap opens, always in the top layer and within what is seen: what may be done there, what lies in a stack and which
// piece of it is meant, what should be asked once, and what a piece is.
import { grouped } from "./acting.js";
import { Facts } from "./choices.js";
import { html } from "./html.js";
import { useMore } from "./more.js";
import { useEffect, useLayoutEffect, useRef } from "./vendor/hooks.js";

/**
 * @typedef {import("./session.js").SeatSession} SeatSession
 * @typedef {import("./session.js").Option} Option
 * @typedef {import("./acting.js").Pick} PickData
 * @typedef {import("./acting.js").Stack} StackData
 */

const EDGE = 8;
/** Narrower than this, what is opened lies at the lower edge, where the thumb is. */
export const NARROW = matchMedia("(max-width: 47.5rem) and (min-height: 32.01rem), (max-width: 29.99rem)");

/** Put something of the top layer beside a box, and keep it within what is seen, and on the board if there is room for it.
 * @param {HTMLElement} element @param {ReturnType<typeof seenPart>} box @param {boolean} [above] */
function beside(element, box, above = false) {
  const view = window.visualViewport;
  const seen = view
    ? { left: view.offsetLeft, top: view.offsetTop, width: view.width, height: view.height }
    : { left: 0, top: 0, width: innerWidth, height: innerHeight };
  element.style.maxHeight = `${Math.min(seen.height - 2 * EDGE, 460)}px`;
  const { offsetWidth: width, offsetHeight: height } = element;
  const [right, bottom] = [seen.left + seen.width - EDGE, seen.top + seen.height - EDGE];
  let [left, top] = [box.right + EDGE, (box.top + box.bottom - height) / 2];
  const before = box.left - EDGE - width;
  if (left + width > right || (left + width > box.board.right && before > box.board.left)) left = before;
  if (above || left < seen.left + EDGE) {
    left = (box.left + box.right - width) / 2;
    top = above || box.bottom + EDGE + height > bottom ? box.top - EDGE - height : box.bottom + EDGE;
  }
  if (NARROW.matches && !above) [left, top] = [(seen.width - width) / 2 + seen.left, bottom - height];
  element.style.left = `${Math.max(seen.left + EDGE, Math.min(left, right - width))}px`;
  element.style.top = `${Math.max(seen.top + EDGE, Math.min(top, bottom - height))}px`;
}

/** The part of something on the board that is seen; if it is out of sight, the edge that it lies beyond. @param {Element} element */
function seenPart(element) {
  const [box, frame] = [element, element.closest(".board") ?? element].map((each) => each.getBoundingClientRect());
  const across = (/** @type {number} */ x) => Math.max(frame.left, Math.min(x, frame.right));
  const along = (/** @type {number} */ y) => Math.max(frame.top, Math.min(y, frame.bottom));
  return { left: across(box.left), right: across(box.right), top: along(box.top), bottom: along(box.bottom), board: frame };
}

/** Something in the top layer beside something on the board, also while the camera moves, as long as it is in the page.
 * @param {any} ref @param {Element} by @param {unknown} content - what changes its size @param {boolean} [above] */
function useTopLayer(ref, by, content, above = false) {
  useLayoutEffect(() => {
    const element = /** @type {HTMLElement} */ (ref.current);
    if (!element.matches(":popover-open")) element.showPopover();
    let [later, last] = [0, ""];
    const follow = () => {
      const box = seenPart(by);
      const now = JSON.stringify([box, visualViewport?.height, visualViewport?.width]);
      if (now !== last && by.isConnected) beside(element, box, above);
      last = now;
      later = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(later);
  }, [by, content]);
}

/** What may be done at a place. @param {{pick: PickData, session: SeatSession, close: (back: boolean) => void}} props */
export function Pick({ pick, session, close }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  useTopLayer(box, pick.by, pick);
  useMore(box);
  useEffect(() => box.current?.querySelector("button")?.focus({ preventScroll: true }), [pick]);
  const take = (/** @type {Option} */ option) => {
    session.press(option);
    close(false);
  };
  const groups = grouped(pick.options);
  return html`<div class="pick" popover="manual" ref=${box} role="dialog" aria-label=${pick.label}
    onKeyDown=${(/** @type {any} */ event) => (event.stopPropagation(), event.key === "Escape" && close(true))}>
    <p>${pick.label}</p>
    ${groups.map(([group, some]) => html`
      ${groups.length > 1 && some.length > 1 && html`<p class="hint">${group}</p>`}
      ${some.map((option) => html`<button key=${option.key} data-key=${option.key} onClick=${() => take(option)}>${option.text}
        ${option.meaning && html` <small>${option.meaning}</small>`}
        <${Facts} option=${option} session=${session} /></button>`)}`)}
    <button class="cross" onClick=${() => close(true)}>Not now</button>
  </div>`;
}

/** So many options of all pieces of a stack are listed at once, each with its piece. */
const FEW = 6;

/** What lies in a stack, and what may be done with each piece.
 * @param {{stack: StackData, session: SeatSession, colours: string, choose: (element: Element) => void, close: () => void}} props */
export function Stack({ stack, session, colours, choose, close }) {
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  useTopLayer(list, stack.by, stack);
  useMore(list);
  useEffect(() => list.current?.querySelector("button")?.focus({ preventScroll: true }), [stack]);
  const able = stack.pieces.some(({ options }) => options.length);
  const few = new Set(stack.pieces.flatMap(({ options }) => options.map(({ key }) => key))).size <= FEW;
  const take = (/** @type {Option} */ option) => (session.press(option), close());
  return html`<div class="pick fan" popover="manual" ref=${list} role="dialog" aria-label=${stack.label}
    onKeyDown=${(/** @type {any} */ event) => (event.stopPropagation(), event.key === "Escape" && close())}>
    <p>${stack.label}</p>
    ${stack.pieces.map(({ element, label, options }) => {
      const listed = few && options.length > 1;
      const meant = listed ? "" : meantBy(label, options);
      const told = html`<${Drawn} element=${element} colours=${colours} /><span>${label}${meant && html` <small>${meant}</small>`}</span>`;
      if (listed)
        return html`<div class="lies">${told}</div>${options.map((option) => html`<button key=${option.key} data-key=${option.key} onClick=${() => take(option)}>${option.text}
          <${Facts} option=${option} session=${session} /></button>`)}`;
      return options.length
        ? html`<button class="lies" data-piece=${element.getAttribute("data-place")} data-key=${options.length === 1 ? options[0].key : undefined} onClick=${() => choose(element)}>${told}</button>`
        : html`<div class="lies">${told}</div>`;
    })}
    <button class="cross" onClick=${close}>${able ? "Not now" : "Close"}</button>
  </div>`;
}

/** What may be done with a piece, unless that is only to name it. @param {string} label @param {Option[]} options */
const meantBy = (label, options) =>
  options.length > 2 ? `${options.length} options` : options.map((option) => option.text).filter((text) => !label.startsWith(text)).join(", or ");

/** A piece as it is drawn on the board, with its side and its marks. @param {{element: Element, colours: string}} props */
function Drawn({ element, colours }) {
  const holder = useRef(/** @type {SVGSVGElement | null} */ (null));
  useLayoutEffect(() => {
    const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (element).getBBox();
    const copy = /** @type {Element} */ (element.cloneNode(true));
    copy.querySelector("title")?.remove();
    for (const name of [...copy.getAttributeNames()].filter((each) => each !== "class")) copy.removeAttribute(name);
    copy.classList.remove("can", "first", "target", "picked", "pointed", "subject", "happened");
    holder.current?.setAttribute("viewBox", `${x - 2} ${y - 2} ${width + 4} ${height + 4}`);
    holder.current?.replaceChildren(copy);
  }, [element]);
  return html`<svg class=${`drawn nc-board ${colours}`} ref=${holder} aria-hidden="true"></svg>`;
}

/** What a piece or a place is, for whoever points at it, walks to it or presses it long. @param {{label: string, more: string, by: Element}} props */
export function Tip({ label, more, by }) {
  const tip = useRef(/** @type {HTMLDivElement | null} */ (null));
  useTopLayer(tip, by, label, true);
  return html`<div class="tip" popover="manual" ref=${tip} aria-hidden="true"><b>${label}</b>${more && html`<span>${more}</span>`}</div>`;
}

/** Put something over controls that nobody needs meanwhile: the question, the options, the head of the page and the board stay in sight.
 * @param {HTMLElement} element */
function overControls(element) {
  const boxOf = (/** @type {Element} */ each) => each.getBoundingClientRect();
  const bars = [...document.querySelectorAll(".tabs.phone, .board-bar")].map(boxOf).filter(({ width }) => width);
  const head = document.querySelector(".play > header");
  // On a phone the tabs of the sheet lie just above the question; on its side there is no room between them and the head.
  for (const bar of bars.reverse()) {
    element.style.maxWidth = `${bar.width}px`;
    const { offsetWidth: width, offsetHeight: height } = element;
    element.style.left = `${bar.left + (bar.width - width) / 2}px`;
    element.style.top = `${Math.max(0, bar.bottom - height)}px`;
    if (!head || bar.bottom - height >= boxOf(head).bottom) return;
  }
}

/** A choice that has not been sent yet, because it could not be taken back. @param {{session: SeatSession}} props */
export function Held({ session }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const option = session.keeping.value && session.held.value;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (!element.matches(":popover-open")) element.showPopover();
    const put = () => overControls(element);
    put();
    addEventListener("resize", put);
    return () => removeEventListener("resize", put);
  }, [option]);
  return option && html`<div class="held" popover="manual" ref=${box} role="group" aria-label="Not done yet">
    <p><b>${option.text}</b> <span class="hint">Done in 3 seconds. It cannot be taken back then.</span></p>
    <button id="not-yet" class="main" onClick=${() => session.takeHeldBack()}>Take it back</button>
    <button onClick=${() => session.hurried() || session.send()}>Do it now</button>
    <div class="time"></div>
  </div>`;
}

/** Asks once before what cannot be taken back. @param {{session: SeatSession}} props */
export function Ask({ session }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const asking = session.asking.value;
  useEffect(() => {
    if (asking && !box.current?.open) box.current?.showModal();
    if (!asking && box.current?.open) box.current.close();
  }, [asking]);
  const close = () => (session.asking.value = null);
  const sure = () => {
    if (session.hurried()) return;
    close();
    asking?.act();
  };
  return html`<dialog class="sure" ref=${box} aria-labelledby="sure" onClose=${close}>
    ${asking && html`<h2 id="sure">${asking.title}</h2>
      <p>${asking.text}</p>
      <p class="row"><button class="main" onClick=${sure}>${asking.yes}</button> <button onClick=${close}>Not now</button></p>`}
  </dialog>`;
}
