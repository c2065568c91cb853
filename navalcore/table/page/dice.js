// Dice and cards of a real table: what came up is tapped.
import { html } from "./html.js";
import { useEffect, useRef, useState } from "./vendor/hooks.js";

/** @typedef {import("./session.js").SeatSession} SeatSession */

/** A face at random. @param {number} low @param {number} high */
function rolled(low, high) {
  const sides = high - low + 1;
  const limit = 2 ** 32 - (2 ** 32 % sides);
  const word = new Uint32Array(1);
  do crypto.getRandomValues(word);
  while (word[0] >= limit);
  return low + (word[0] % sides);
}

/** A die with more faces, of 100 or 1000, is tapped digit by digit, as ten-sided dice show it. */
const MOST_FACES = 20;

/** @param {{high: number, tell: (face: number) => void}} props */
function Digits({ high, tell }) {
  const [so_far, setSoFar] = useState("");
  const many = String(high).length - 1;
  const tap = (/** @type {number} */ digit) => {
    const read = so_far + digit;
    setSoFar(read.length < many ? read : "");
    if (read.length === many) tell(Number(read) || high);
  };
  return html`<p class="hint">Roll ${many} ten-sided dice and tap their digits; all zeros are ${high}. <output>${so_far}</output></p>
    <div class="faces of-10">
      ${Array.from({ length: 10 }, (_, digit) => html`<button key=${digit} class="face" data-digit=${digit} onClick=${() => tap(digit)}>${digit}</button>`)}
    </div>`;
}

/** Of more cards or counters than this the first word of their names is tapped first. */
const MOST_ITEMS = 24;

/** Cards or counters to choose from: of many those that begin alike, then one of these.
 * @param {{items: readonly string[], sent: boolean, tell: (item: string) => void}} props */
function Items({ items, sent, tell }) {
  const [begins, setBegins] = useState("");
  const heads = [...new Set(items.map((item) => item.split(/[ ,]/)[0]))];
  if (items.length > MOST_ITEMS && heads.length > 1 && !begins)
    return html`<div class="items">${heads.map((head) => html`<button key=${head} class="head" onClick=${() => setBegins(head)}>${head} …</button>`)}</div>`;
  const shown = begins ? items.filter((item) => item.split(/[ ,]/)[0] === begins) : items;
  return html`<div class="items">
    ${shown.map((item) => html`<button key=${item} class="item" disabled=${sent} onClick=${() => tell(item)}>${item}</button>`)}
    ${begins && html`<button class="others" onClick=${() => setBegins("")}>others …</button>`}
  </div>`;
}

/** Milliseconds between the taps of a double tap: it means one die, and the next may show the same face. */
const DOUBLE_TAP = 350;

/** What people have to roll or draw now; nothing where they have not.
 * @param {{session: SeatSession, openRule: (number: string) => void, open?: boolean}} props - open: nobody has to look away */
export function RealDice({ session, openRule, open = false }) {
  const roll = session.state.value?.roll;
  const [drawn, setDrawn] = useState(open);
  const [sent, setSent] = useState(0);
  const [rest, setRest] = useState(false);
  const [tapped, setTapped] = useState(/** @type {number | null} */ (null));
  const told = useRef(/** @type {unknown} */ (null));
  useEffect(() => {
    setDrawn(open);
    setSent(0); // the same number comes again where a roll was taken back
    if (rest && roll?.faces) tell(rolled(...roll.faces));
    if (!roll) setRest(false);
  }, [roll?.number, rest]);
  const tell = async (/** @type {string | number} */ key) => {
    if (!roll || told.current === roll) return; // a second tap on the same die
    told.current = roll;
    setSent(roll.number);
    const answer = await session.act({ act: "roll", roll: roll.number, key: String(key) });
    if (!answer.error) return;
    told.current = null;
    setSent(0);
  };
  const tap = (/** @type {number} */ face) => {
    setTapped(face);
    setTimeout(() => setTapped(null), DOUBLE_TAP);
    void tell(face);
  };
  if (!roll || session.moment.value) return null;
  const said = roll.prompt.replace(/ (Roll a die of|Draw blindly).*$/, "");
  const faces = roll.faces ? Array.from({ length: roll.faces[1] - roll.faces[0] + 1 }, (_, at) => (roll.faces?.[0] ?? 1) + at) : [];
  return html`<section class="real-dice" aria-labelledby="to-roll" role="group" data-roll=${roll.number}>
    <h2 id="to-roll" class="mine">${said} ${roll.rule && html`<button class="rule" onClick=${() => openRule(roll.rule)} aria-label=${`Rule ${roll.rule}`}>${roll.rule}</button>`}</h2>
    ${faces.length > MOST_FACES && html`<${Digits} key=${roll.number} high=${faces.at(-1) ?? 0} tell=${tell} />`}
    ${faces.length > 0 && faces.length <= MOST_FACES && html`<p class="hint">Roll a die of ${faces[0]} to ${faces.at(-1)} and tap what it shows.</p>
      <div class=${`faces of-${faces.length}`}>
        ${faces.map((face) => html`<button key=${face} class="face" data-face=${face} disabled=${sent === roll.number || tapped === face} onClick=${() => tap(face)}>${face}</button>`)}
      </div>`}
    ${faces.length > 0 && html`<p class="rolls">
      <button id="let-it-roll" disabled=${sent === roll.number} onClick=${() => roll.faces && tell(rolled(...roll.faces))}>Roll it for me</button>
      <button id="roll-the-rest" onClick=${() => setRest(true)}>Roll all until I am asked</button></p>`}
    ${faces.length === 0 && !drawn && html`<p class="hint">If you draw the card, tap here and say which it is. The others look away.</p>
      <button id="i-drew" class="main" onClick=${() => setDrawn(true)}>I draw it</button>`}
    ${faces.length === 0 && drawn && html`<${Items} key=${roll.number} items=${roll.items} sent=${sent === roll.number} tell=${tell} />`}
    ${(session.state.value?.rolled ?? 0) > 0 && html`<button id="unroll" onClick=${() => session.act({ act: "unroll", rolled: session.state.peek()?.rolled })}>Take the last one back</button>`}
  </section>`;
}
