// A page of one's own: all seats behind one secret link, and how one is told that it is one's turn.
import { linkTo } from "./address.js";
import { Copy } from "./copy.js";
import { html } from "./html.js";
import { http, path, request } from "./http.js";
import { follow, told } from "./lobby.js";
import { addressOf, invitationsOf, mine, sitDown } from "./seats.js";
import { useEffect, useState } from "./vendor/hooks.js";

const KEPT = "navalcore page";

/** The secret of this browser's page, if it has one. */
export function pageSecret() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** @param {string} secret @param {string[]} where @param {unknown} [body] */
const ask = (secret, where, body) => request(path(...where), body, { authorization: `Page ${secret}` });

/** Take a seat to this browser's page, if it has one; whether the page has it then. @param {string} match @param {string} role
 * @param {string | null} seat - what opens it; null where that is in a cookie */
export async function holdSeat(match, role, seat) {
  const secret = pageSecret();
  if (!secret) return false;
  const held = seat ? ask(secret, ["page", "seats"], { match, secret: seat, seat: role })
    : request(`${path("matches", match, "hold")}?seat=${encodeURIComponent(role)}`, {}, { authorization: `Page ${secret}` });
  return held.then(() => true, () => false);
}

/** Whether this browser's page has a new link, made in another browser. */
export async function isRenewed() {
  const secret = pageSecret();
  return secret !== null && ask(secret, ["page"]).then(() => false, ({ code }) => code === "seat_refused");
}

/** @param {{go: (address: string) => void}} props */
export function Me({ go }) {
  const given = /^#([0-9a-f]{32})$/.exec(location.hash)?.[1] ?? null;
  const [secret, setSecret] = useState(given ? null : pageSecret());
  const [page, setPage] = useState(/** @type {any} */ (null));
  const [fault, setFault] = useState("");
  const [lost, setLost] = useState(""); // why the page could not be read, until it can
  const look = async () => secret && ask(secret, ["page"]).then((found) => (setPage(found), setLost("")), (error) => setLost(error.message));
  useEffect(() => {
    document.title = "My matches - navalcore table";
    look();
    const timer = setInterval(look, 30_000);
    return () => clearInterval(timer);
  }, [secret]);
  /** @param {string} found */
  const open = async (found) => {
    localStorage.setItem(KEPT, found);
    history.replaceState(null, "", linkTo("/me"));
    for (const seat of mine()) if (seat.role) await holdSeat(seat.match, seat.role, seat.secret);
    setSecret(found);
  };
  const begin = async () => open((await request(path("page"), {})).secret);
  const renew = async () => {
    if (!confirm("Make a new link? The old one will no longer work for anybody, on your other devices too.")) return;
    const found = (await ask(secret ?? "", ["page", "renew"], {})).secret;
    localStorage.setItem(KEPT, found);
    for (const seat of mine()) // all other keys of the seats on the page are void
      if (page.games.some((/** @type {any} */ game) => game.id === seat.match && game.role === seat.role)) await sitDown(http, { ...seat, secret: found }).catch(() => null);
    setSecret(found);
  };
  const act = (/** @type {string[]} */ where, /** @type {unknown} */ body) =>
    secret && ask(secret, where, body).then((said) => (setFault(said.trouble ?? ""), look()), (error) => setFault(error.message));
  if (!secret)
    return html`<main class="begin me">
      <p><a href=${linkTo("/")} onClick=${follow(go)}>Lobby</a></p>
      <h1>My matches</h1>
      <p>${given ? "This link opens a page of matches. Open it here, and this browser keeps it." : "A page of your own lists all your matches, those first that wait for you. It has a link, which opens it on your other devices. There is no password: anybody who has the link plays for you."}</p>
      <p><button class="main" onClick=${() => (given ? open(given) : begin())}>${given ? "Open my page" : mine().length ? "Begin a page with the seats of this browser" : "Begin a page"}</button></p></main>`;
  const link = new URL(`${linkTo("/me")}#${secret}`, location.href).href;
  return html`<main class="begin me">
    <p><a href=${linkTo("/")} onClick=${follow(go)}>Lobby</a></p>
    <h1>My matches</h1>
    ${(fault || lost) && html`<p class="bad" role="alert">${fault || lost}</p>`}
    ${page && GROUPS.map(([name, holds, folded]) => html`<${Group} key=${name} name=${name} folded=${folded} games=${page.games.filter(holds)} secret=${secret} go=${go} act=${act} />`)}
    ${page?.games.length === 0 && html`<p>There are none yet. Seats that you take in this browser come here by themselves.</p>`}
    <h2>The link to this page</h2>
    <p>Anybody who has it plays for you. Open it on your other devices.</p>
    <p><${Copy} text=${link} label="The link to this page" name="Copy the link" /></p>
    <p><button onClick=${() => renew().catch((error) => setFault(error.message))}>Make a new link</button></p>
    <p class="hint">A new link ends the old one, all other keys to these seats, and notices: nobody who had them can play for you any more, or is told of your turns.</p>
    ${page && html`<${Notices} page=${page} act=${act} />`}
  </main>`;
}

/** What the matches of a page are grouped by, and whether a group is folded. @type {[string, (game: any) => boolean, boolean][]} */
const GROUPS = [
  ["Your turn", ({ mine, away }) => mine && !away, false],
  ["Waiting for others", ({ mine, outcome, away }) => !mine && !outcome && !away, false],
  ["Over", ({ outcome, away }) => outcome && !away, true],
  ["Put away", ({ away }) => away, true],
];

/** @param {{name: string, folded: boolean, games: any[], secret: string, go: (address: string) => void, act: (where: string[], body: unknown) => void}} props */
function Group({ name, folded, games, secret, go, act }) {
  if (!games.length) return null;
  const rows = html`<ul class="rows">${games.map((game) => html`<${Game} key=${game.id + game.role} game=${game} secret=${secret} go=${go} act=${act} />`)}</ul>`;
  return folded ? html`<details><summary>${name} (${games.length})</summary>${rows}</details>` : html`<section aria-label=${name}><h2>${name} (${games.length})</h2>${rows}</section>`;
}

/** @param {{game: any, secret: string, go: (address: string) => void, act: (where: string[], body: unknown) => void}} props */
function Game({ game, secret, go, act }) {
  const sit = async (/** @type {any} */ event) => {
    event.preventDefault();
    go(await sitDown(http, { match: game.id, title: game.title, role: game.role, secret, invitations: invitationsOf(game.id, game.role) }));
  };
  const own = game.seats.find((/** @type {any} */ seat) => seat.role === game.role)?.title;
  return html`<li>
    <a href=${addressOf(game.id)} onClick=${sit}>${[game.title, own].filter(Boolean).join(": ")}</a>
    <span class="hint">${told(game, game.role, game.asked ? ["since", game.asked] : ["changed", game.changed])}</span>
    <button class="small" onClick=${() => act(["page", "seats"], { match: game.id, seat: game.role, away: !game.away })}>${game.away ? "Take out again" : "Put away"}</button>
  </li>`;
}

/** @param {{page: any, act: (where: string[], body: unknown) => void}} props */
function Notices({ page, act }) {
  const [channel, setChannel] = useState("webhook");
  const [address, setAddress] = useState("");
  const [mention, setMention] = useState("");
  const [fault, setFault] = useState("");
  const add = () => act(["page", "notices"], { channel, address, mention });
  const push = () => subscription(page.push_key).then((found) => act(["page", "notices"], { channel: "push", address: found }), (error) => setFault(error.message));
  return html`<h2>Tell me when it is my turn</h2>
    ${page.push_key && html`<p><button id="push" onClick=${push}>Tell me in this browser</button> <span class="hint">By a push, also while no page of the table is open.</span></p>`}
    <ul class="rows">${page.notices.map((/** @type {any} */ each) => html`<li key=${each.id}>
      ${each.channel}: ${each.address} <span class=${each.trouble ? "bad" : "hint"}>${each.trouble || (each.worked ? "works" : "not tried yet")}</span>
      <button class="small" onClick=${() => act(["page", "notices", each.id, "test"], {})}>Try it</button>
      <button class="small" onClick=${() => act(["notices", each.id, "end"], {})}>End it</button>
    </li>`)}</ul>
    <p class="fields"><label>By <select value=${channel} onChange=${(/** @type {any} */ event) => setChannel(event.target.value)}>${page.channels.filter((/** @type {string} */ each) => each !== "push").map((/** @type {string} */ each) => html`<option>${each}</option>`)}</select></label>
      <label>Address <input value=${address} placeholder=${channel === "mail" ? "your address" : "the address of a webhook"} onInput=${(/** @type {any} */ event) => setAddress(event.target.value)} /></label>
      ${channel === "webhook" && html`<label>Mention, if you like <input value=${mention} placeholder="<@1234>" onInput=${(/** @type {any} */ event) => setMention(event.target.value)} /></label>`}
      <button disabled=${!address} onClick=${add}>Tell me</button></p>
    ${channel === "webhook" && html`<p class="hint">A webhook is an address where a chat, such as Discord's, takes messages. Mention is whom the chat calls.</p>`}
    ${fault && html`<p class="bad" role="alert">${fault}</p>`}`;
}

/** What the table needs to send pushes to this browser, once its person allows them. @param {string} key - the table's public key */
async function subscription(key) {
  if (!navigator.serviceWorker || !("PushManager" in window)) throw new Error("This browser takes no pushes here: they need https.");
  if ((await Notification.requestPermission()) !== "granted") throw new Error("This browser was told to show no notices.");
  const worker = await navigator.serviceWorker.register("/page/push.js", { scope: "/page/" });
  const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  let known = await worker.pushManager.getSubscription();
  const knows = known?.options.applicationServerKey;
  if (known && knows && String(new Uint8Array(knows)) !== String(bytes)) known = (await known.unsubscribe()) ? null : known; // the table has another key now
  return JSON.stringify(known ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes })));
}

/** What a link for another device opens: after a click the seat is in a cookie of this browser.
 * @param {{match: string, link: string, go: (address: string) => void}} props */
export function Enter({ match, link, go }) {
  const [fault, setFault] = useState("");
  const seat = { match, title: "A match", role: "", secret: link, invitations: {} };
  const enter = () => sitDown(http, seat).then(go, (error) => setFault(error.message));
  return html`<main class="begin"><h1>Your seat on this device</h1>
    ${fault ? html`<p class="bad" role="alert">${fault}</p>` : html`<p>This link works once, for this browser.</p>`}
    <p><button class="main" onClick=${enter}>Take my seat here</button></p></main>`;
}

/** What the link in a notice opens: after a click there are no more of them. */
export function Quiet() {
  const [said, setSaid] = useState("");
  const end = () => request(path("notices", location.hash.slice(1), "end"), {}).then((found) => setSaid(found.ended ? "There will be no more." : "They had ended already."), (error) => setSaid(error.message));
  return html`<main class="begin"><h1>Notices</h1><p role="status">${said || "You are told by this link when it is somebody's turn."}</p>
    ${!said && html`<p><button class="main" onClick=${end}>No more of these notices</button></p>`}</main>`;
}
