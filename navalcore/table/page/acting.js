// What may be done where: which options a place means, and how a first choice narrows them to the next.

/**
 * @typedef {import("./session.js").Option} Option
 * @typedef {{place: string, lies: string, label: string, options: Option[], by: Element}} Pick
 * @typedef {{label: string, pieces: {element: Element, label: string, options: Option[]}[], by: Element}} Stack
 */

/** The places that all of these options name, such as who acts in a question about one ship. @type {WeakMap<Option[], Set<string>>} */
const COMMON = new WeakMap();

/** @param {Option[]} options */
function commonOf(options) {
  const known = COMMON.get(options);
  if (known) return known;
  const [first, ...others] = options.map((option) => new Set(option.places.map(({ place }) => place)));
  const found = new Set([...(others.length ? first : [])].filter((place) => others.every((each) => each.has(place))));
  COMMON.set(options, found);
  return found;
}

/** Where a click begins that means an option: at the first place that tells it from others.
 * @param {Option[]} options @param {Option} option */
export const leadOf = (options, option) =>
  (option.places.find(({ place, as }) => as !== "from" && !commonOf(options).has(place)) ?? option.places[0])?.place ?? "";

/** The options that a click on a place may mean: those that begin there, else those that name it at all.
 * @param {Option[]} options @param {Element} element */
export function optionsAt(options, element) {
  const place = element.getAttribute("data-place") ?? "";
  const meant = options.filter((option) => means(option, place, element));
  const first = meant.filter((option) => leadOf(options, option) === place);
  return first.length ? first : meant;
}

/** Whether an option means a place, or one of equal pieces there: where it comes from is not meant, and says which piece is;
 * so does where it acts, if one of them lies there.
 * @param {Option} option @param {string} place @param {Element} element */
function means(option, place, element) {
  const named = option.places.find((each) => each.place === place && each.as !== "from");
  const lies = element.getAttribute("data-at");
  if (!named || !lies) return named !== undefined;
  const [from, at] = ["from", "at"].map((as) => option.places.filter((each) => each.as === as).map((each) => each.place));
  if (from.length) return named.as !== "subject" || from.includes(lies);
  const equal = () => [...(element.closest("svg")?.querySelectorAll(`[data-place="${CSS.escape(place)}"]`) ?? [])];
  return !at.length || at.includes(lies) || !equal().some((each) => at.includes(each.getAttribute("data-at") ?? ""));
}

/** The places that would decide between the options of what was picked: who acts is known, now where to.
 * @param {Pick | null} pick @returns {Set<string>} */
function targetsOf(pick) {
  const found = new Set(/** @type {string[]} */ ([]));
  if (!pick || pick.options.length < 2) return found;
  for (const option of pick.options)
    for (const { place, as } of option.places)
      if (as !== "from" && place !== pick.place && !pick.options.every((each) => each.places.some((one) => one.place === place)))
        found.add(place);
  return found;
}

/** The options of what was picked that a place decides on. @param {Pick | null} pick @param {Set<string>} targets @param {Element} element */
const ledTo = (pick, targets, element) => {
  const place = element.getAttribute("data-place") ?? "";
  return pick && targets.has(place) ? pick.options.filter((option) => means(option, place, element)) : [];
};

/** The options that are left when a place is chosen: those that lead there after a first choice, else those that mean it.
 * @param {Option[]} options @param {Pick | null} pick @param {Element} element */
export function optionsOf(options, pick, element) {
  const led = ledTo(pick, targetsOf(pick), element);
  return led.length ? led : optionsAt(options, element);
}

/** Options in groups of one heading, in the order they came. @param {Option[]} options */
export function grouped(options) {
  /** @type {Map<string, Option[]>} */
  const groups = new Map();
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  return [...groups];
}

/** The figures that mean options, on a key and in the line: of one whose words begin with a number, such as "#2", that number; of
 * others their place in the list, after the numbers there are.
 * @param {Option[]} listed @returns {Map<string, number>} by key */
export function figuresOf(listed) {
  const own = listed.map(({ text }) => Number(/^#(\d+)\b/.exec(text)?.[1] ?? 0));
  if (own.some((number, at) => number && own.indexOf(number) < at)) own.fill(0); // one number would mean two options
  let next = Math.max(0, ...own);
  return new Map(listed.map(({ key }, at) => [key, own[at] || ++next]));
}

/** The options as the list shows them. @param {Option[]} options */
export const inList = (options) => grouped(options).flatMap(([, some]) => some);

/** The option that a figure means. @param {Option[]} options @param {string} figure */
export function optionOf(options, figure) {
  const figures = figuresOf(inList(options));
  return options.find(({ key }) => figures.get(key) === Number(figure));
}

/** Whether an option does something with a piece or a place, or only ends or passes where its question is asked.
 * @param {Option} option @param {Option["places"]} asked - the places of the question */
export const does = (option, asked) =>
  option.places.some(({ as, place }) => as !== "at" && as !== "from" && !asked.some((each) => each.place === place));

/** The same options: after those that do something on the board the others, such as ending a turn, and after all those of
 * the groups that a game puts last.
 * @param {Option[]} options @param {string[]} last @param {Option["places"]} asked - the places of the question */
export function inOrder(options, last, asked) {
  const weight = (/** @type {Option} */ option) => 2 * last.indexOf(option.group) + (does(option, asked) ? 0 : 1);
  return [...options].sort((one, other) => weight(one) - weight(other));
}

/** What is known at the table about an option, the most telling first: those facts that are not about other places.
 * @param {Option} option @param {import("./types.js").DecisionData | null | undefined} decision */
export const factsOf = (option, decision) => (option.facts ?? []).map((number) => (decision?.facts ?? [])[number]).filter((fact) => fact && !fact.places.length);

/** What a place is called. @param {Element} element */
export const labelOf = (element) => element.querySelector(":scope > title")?.textContent ?? "";

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
  return !drawn || words(name).includes(words(drawn)) ? name : `${name}. Written here: ${drawn}`;
}

/** The elements of some places; of equal pieces in several places those that lie where they may, if any does.
 * @param {Element[]} marked @param {Map<string, Set<string>>} places @returns {Set<Element>} */
function meantBy(marked, places) {
  const lies = (/** @type {Element} */ each) => each.getAttribute("data-at") ?? "";
  const equal = new Map([...places.keys()].map((place) => [place, /** @type {Element[]} */ ([])]));
  for (const each of marked) equal.get(each.getAttribute("data-place") ?? "")?.push(each);
  return new Set([...equal].flatMap(([place, some]) => {
    const there = some.filter((each) => places.get(place)?.has(lies(each)));
    return there.length ? there : some;
  }));
}

/**
 * Tell a screen reader and the eye what may be done where.
 * @param {Element} root
 * @param {{options: Option[], pick: Pick | null, pointed: string, read: string, subjects: Map<string, Set<string>>, last: Map<string, Set<string>>}} now
 */
export function mark(root, { options, pick, pointed, read, subjects, last }) {
  const targets = targetsOf(pick);
  root.classList.toggle("narrowed", targets.size > 0);
  const marked = [...root.querySelectorAll("svg:not(.coming) [data-place]")];
  const [picked, asked, happened] = [new Map(pick ? [[pick.place, new Set([pick.lies])]] : []), subjects, last].map((places) => meantBy(marked, places));
  for (const element of marked) {
    const place = element.getAttribute("data-place") ?? "";
    const label = labelOf(element);
    const here = optionsAt(options, element);
    const target = ledTo(pick, targets, element).length > 0;
    element.classList.toggle("can", here.length > 0 || target);
    element.classList.toggle("first", here.some((option) => leadOf(options, option) === place));
    element.classList.toggle("target", target);
    element.classList.toggle("picked", picked.has(element));
    element.classList.toggle("subject", asked.has(element));
    element.classList.toggle("happened", happened.has(element));
    element.classList.toggle("pointed", place === pointed || (read !== "" && names(read, label)));
    element.setAttribute("tabindex", here.length ? "0" : "-1");
    element.setAttribute("role", here.length ? "button" : "img");
    const texts = here.map((option) => option.text);
    const name = here.length ? `${label}. ${texts.slice(0, 5).join(", ")}${texts.length > 5 ? ", and more" : ""}` : label;
    element.setAttribute("aria-label", here.length ? withDrawn(element, name) : name);
  }
  root.classList.toggle("pieces-first", root.querySelector("svg:not(.coming) .piece.can.first:not(.words, .heading)") !== null);
  // Of equal pieces in several places only those are pointed at that may be chosen, if any may.
  const equal = marked.filter((element) => element.getAttribute("data-place") === pointed);
  if (equal.some((element) => element.classList.contains("can")))
    for (const element of equal) element.classList.toggle("pointed", element.classList.contains("can"));
}

/** The place next to this one in a direction. @param {Element} root @param {Element} from @param {[number, number]} way */
export function neighbour(root, from, way) {
  const middle = (/** @type {Element} */ element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of root.querySelectorAll("svg:not(.coming) [data-place]")) {
    const [toX, toY] = middle(element);
    const along = (toX - x) * way[0] + (toY - y) * way[1];
    const aside = Math.abs((toX - x) * way[1]) + Math.abs((toY - y) * way[0]);
    if (along <= 1 || aside > along * 2) continue;
    const far = along + aside * 2;
    if (far < least) [best, least] = [element, far];
  }
  return /** @type {SVGElement | null} */ (best);
}

/** The smallest side of what a finger is to hit. */
const TARGET = 24;
/** Of two pieces one lies on the other if it hides so much of it. */
const HIDDEN = 0.5;

/** What lies under a press: the place meant by it, one that may be acted on if there is one within a finger's reach; and the
 * pieces that it may mean, if they lie one on the other or are small for a finger, or if nothing can be done there.
 * @param {Element} root @param {number} x @param {number} y @param {boolean} finger
 * @returns {{element: Element | null, among: Element[]}} */
export function placeAt(root, x, y, finger) {
  const under = (/** @type {number} */ toX, /** @type {number} */ toY) =>
    document
      .elementsFromPoint(toX, toY)
      .map((each) => each.closest("[data-place]"))
      .filter((each) => each !== null && root.contains(each) && !each.closest(".coming"));
  const hit = under(x, y);
  const can = (/** @type {Element | null} */ each) => each?.classList.contains("can");
  const direct = hit.find(can) ?? null;
  const near = new Set(direct ? [direct] : []);
  for (let turn = 0; finger && turn < 12; turn++) {
    const angle = (turn * Math.PI) / 6;
    const reach = (turn % 2 ? 0.25 : 0.5) * TARGET;
    const found = under(x + reach * Math.cos(angle), y + reach * Math.sin(angle)).find(can);
    if (found) near.add(found);
  }
  const element = direct ?? [...near][0] ?? hit[0] ?? null;
  const beside = piecesWith(root, element);
  const small = finger ? [...near].filter((each) => isPiece(each) && isSmall(each)) : [];
  const meant = small.length && (!direct || small.includes(direct)) ? [...small, ...(beside.some(isSmall) ? beside : [])] : [];
  const open = element !== null && (can(element) ? isPiece(element) && piled(beside) : !beside.some((each) => each.matches(".card")) || piled(beside));
  const among = [...new Set([...meant, ...(open ? beside : [])])];
  return { element, among: among.length > 1 ? among : [] };
}

/** The pieces that lie where a piece lies, or in a region, the uppermost first. @param {Element} root @param {Element | null} element */
function piecesWith(root, element) {
  const at = element?.getAttribute("data-at") ?? element?.getAttribute("data-place");
  return at ? [...root.querySelectorAll(`svg:not(.coming) > [data-at="${CSS.escape(at)}"]`)].filter(isPiece).reverse() : [];
}

/** Whether something is a piece, not words. @param {Element} each */
const isPiece = (each) => each.matches(".piece:not(.words, .heading)");

/** @param {Element} each */
const isSmall = (each) => Math.min(each.getBoundingClientRect().height, each.getBoundingClientRect().width) < TARGET;

/** Whether one of some pieces lies on another. @param {Element[]} pieces */
function piled(pieces) {
  const boxes = pieces.map((each) => (each.querySelector(".edge") ?? each).getBoundingClientRect()); // without its badges
  return boxes.some((one, at) => boxes.slice(0, at).some((other) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return wide > 0 && high > 0 && wide * high > HIDDEN * Math.min(one.width * one.height, other.width * other.height);
  }));
}

/** The pieces that a press may mean, as they are listed: first those that may be chosen. @param {Element} root @param {Element[]} among
 * @param {(element: Element) => Option[]} of - what may be done with one @returns {Stack} */
export function stackOf(root, among, of) {
  const where = [...new Set(among.map((each) => each.getAttribute("data-at") ?? ""))];
  const region = where.length === 1 && root.querySelector(`svg:not(.coming) [data-place="${CSS.escape(where[0])}"]`);
  const pieces = among.map((element) => ({ element, label: labelOf(element), options: of(element) }));
  pieces.sort((one, other) => Number(other.options.length > 0) - Number(one.options.length > 0));
  return { label: (region && labelOf(region)) || "Which of these?", pieces, by: among[0] };
}
