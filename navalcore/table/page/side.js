// What stands beside the board: what has happened, what is asked, the log; on a phone a sheet at the lower edge.
import { After, Slider } from "./after.js";
import { showSome } from "./camera.js";
import { Briefing } from "./briefing.js";
import { Choices, InputLine, Notices } from "./choices.js";
import { html } from "./html.js";
import { Keys } from "./keys.js";
import { Log } from "./log.js";
import { useMore } from "./more.js";
import { Orders } from "./orders.js";
import { holds, sound, theme } from "./settings.js";
import { Share } from "./share.js";
import { Since } from "./since.js";
import { useEffect, useLayoutEffect, useRef } from "./vendor/hooks.js";

/** @typedef {import("./session.js").SeatSession} SeatSession */

/** How high the sheet of a phone may be. */
const HEIGHTS = ["peek", "half", "full"];
const PANELS = /** @type {const} */ ([["log", "Log"], ["orders", "Orders"], ["share", "Share"], ["settings", "Settings"]]);

/** @param {{session: SeatSession, openRule: (number: string) => void, text: boolean, setText: (text: boolean) => void}} props */
export function Side({ session, openRule, text, setText }) {
  const { sheet } = session;
  const [tab, wanted, height] = [sheet.tab.value, sheet.panel.value, sheet.height.value];
  const decision = session.state.value?.snapshot.decision?.number ?? -1;
  const orders = session.state.value?.orders ?? [];
  const prompt = useRef(/** @type {HTMLElement | null} */ (null));
  const over = Boolean(session.state.value?.snapshot.outcome);
  const offers = session.offers.value.size;
  useEffect(() => void (sheet.tab.value = "choose"), [decision, over, offers]);
  useEffect(() => {
    if (offers) sheet.open("choose");
  }, [offers]);
  useLayoutEffect(() => {
    if (prompt.current) prompt.current.scrollTop = 0; // the question comes first, also where it was not shown until now
  }, [decision, over, tab]);
  useMore(prompt);
  const playing = session.state.value?.snapshot.role !== "spectator" && !session.state.value?.snapshot.outcome;
  const panels = PANELS.filter(([id]) => id !== "orders" || playing);
  const panel = panels.some(([id]) => id === wanted) ? wanted : "log";
  const shown = tab === "choose" ? "choose" : panel;
  return html`<div class="side" data-tab=${tab} data-height=${height}>
    <${Handle} height=${height} set=${(/** @type {string} */ to) => (sheet.height.value = to)} />
    <div class="tabs phone" role="group" aria-label="What is shown here">
      ${[["choose", "Choose"], ...panels].map(([id, name]) => html`<button key=${id} aria-pressed=${shown === id} onClick=${() => sheet.open(id)}>${name}</button>`)}
    </div>
    <${Briefing} session=${session} />
    <${Since} session=${session} openRule=${openRule} />
    <div class="prompt" ref=${prompt}>
      <${Notices} session=${session} openRule=${openRule} />
      ${session.moment.value && html`<${Choices} session=${session} openRule=${openRule} />`}
      <${After} session=${session} />
      ${!session.moment.value && html`<${Choices} session=${session} openRule=${openRule} />`}
    </div>
    <div class="panel-box">
      <div class="tabs" role="group" aria-label="What is shown below">
        ${panels.map(([id, name]) => html`<button key=${id} id=${`tab-${id}`} aria-pressed=${panel === id} onClick=${() => (sheet.panel.value = id)}>
          ${name}${id === "orders" && orders.length ? ` (${orders.length})` : ""}</button>`)}
      </div>
      ${panel === "log" && html`<${Log} session=${session} openRule=${openRule} />`}
      ${panel === "orders" && html`<${Orders} session=${session} />`}
      ${panel === "share" && html`<${Share} session=${session} />`}
      ${panel === "settings" && html`<${Settings} session=${session} text=${text} setText=${setText} />`}
      <div class="line-box" hidden=${panel === "settings" || panel === "share"}><${InputLine} session=${session} openRule=${openRule} /></div>
    </div>
  </div>`;
}

/** The handle of the sheet: dragged, or tapped to make it higher and lower. @param {{height: string, set: (height: string) => void}} props */
function Handle({ height, set }) {
  const start = useRef(/** @type {number | null} */ (null));
  const dragged = useRef(false);
  const place = HEIGHTS.indexOf(height);
  const move = (/** @type {any} */ event) => {
    if (start.current === null || Math.abs(event.clientY - start.current) < 40) return;
    const next = HEIGHTS[place + (event.clientY < start.current ? 1 : -1)];
    dragged.current = true;
    start.current = event.clientY;
    if (next) set(next);
  };
  const down = (/** @type {any} */ event) => {
    event.target.setPointerCapture?.(event.pointerId);
    [start.current, dragged.current] = [event.clientY, false];
  };
  return html`<button class="handle phone" aria-label=${height === "full" ? "Make the sheet lower" : "Make the sheet higher"} onPointerDown=${down} onPointerMove=${move}
    onPointerUp=${() => (start.current = null)} onClick=${() => dragged.current || set(height === "full" ? "half" : height === "half" ? "full" : "half")}><span></span></button>`;
}

/** What moves the camera, looks back, and shows the board as text.
 * @param {{session: SeatSession, text: boolean, setText: (text: boolean) => void}} props */
export function BoardBar({ session, text, setText }) {
  const camera = () => session.camera;
  const turn = useRef(0);
  const to = (/** @type {string[]} */ ...what) => () => {
    const found = what.map((each) => [...document.querySelectorAll(`.layers svg:not(.coming) ${each}`)]).find((some) => some.length);
    if (session.camera && found) showSome(session.camera, found, turn.current++);
  };
  const can = session.options.value.length > 0;
  return html`<div class="board-bar" role="toolbar" aria-label="Board">
    ${!text && html`<button id="fit" onClick=${() => (camera()?.fly(), camera()?.fit())} title="The whole board (0)">Fit</button>
      <button id="mine" disabled=${!can} onClick=${to(".piece.can.first:not(.subject)", ".can.first:not(.subject)", ".can:not(.subject)", ".can")} title="Where I may act (m)" aria-label="My pieces"><span class="wide">My pieces</span><span class="phone">Mine</span></button>
      <button id="happened" disabled=${!session.since.value.items.length} onClick=${to(".pin", ".happened")} title="Where it happened (w)" aria-label="Where it happened"><span class="wide">Where it happened</span><span class="phone">News</span></button>
      <button class="square" aria-label="Smaller" onClick=${() => camera()?.zoom(1 / 1.4)}>−</button>
      <button class="square" aria-label="Larger" onClick=${() => camera()?.zoom(1.4)}>+</button>`}
    <button id="as-text" class="wide" aria-pressed=${text} onClick=${() => setText(!text)}>As text</button>
    <${Slider} session=${session} />
  </div>`;
}

/** @param {{session: SeatSession, text: boolean, setText: (text: boolean) => void}} props */
function Settings({ session, text, setText }) {
  const { motion } = session;
  const speeds = [["none", "none: pieces jump"], ["fast", "fast"], ["normal", "normal"], ["slow", "slow"], ["step", "step by step"]];
  const themes = [["system", "as the device"], ["light", "light"], ["dark", "dark"], ["contrast", "high contrast"], ["colour_blind", "for the colour-blind"]];
  return html`<section class="settings" aria-label="Settings">
    <div class="field"><label for="speed">How pieces move</label>
      <select id="speed" onChange=${(/** @type {any} */ event) => motion.set(event.target.value)}>
        ${speeds.map(([value, name]) => html`<option key=${value} value=${value} selected=${value === motion.speed.value}>${name}</option>`)}
      </select></div>
    <div class="field"><label for="theme">Colours</label>
      <select id="theme" onChange=${(/** @type {any} */ event) => (theme.value = event.target.value)}>
        ${themes.map(([value, name]) => html`<option key=${value} value=${value} selected=${value === theme.value}>${name}</option>`)}
      </select></div>
    <label class="tick phone"><input type="checkbox" checked=${text} onChange=${() => setText(!text)} /> the board as text</label>
    <label class="tick"><input type="checkbox" id="sound" checked=${sound.value} onChange=${() => (sound.value = !sound.value)} /> sounds: dice, moves, your turn, the end</label>
    <label class="tick"><input type="checkbox" id="holds" checked=${holds.value} onChange=${() => (holds.value = !holds.value)} /> what cannot be taken back waits three seconds before it is done</label>
    <${Keys} />
  </section>`;
}
