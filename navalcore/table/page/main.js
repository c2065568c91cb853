// The page begins here: which of its parts the address means.
import { presentPath, said } from "./address.js";
import { Begin } from "./begin.js";
import { Beside } from "./beside.js";
import { html } from "./html.js";
import { http } from "./http.js";
import { Learn } from "./lessons.js";
import { Lobby, Nowhere } from "./lobby.js";
import { Enter, Me, Quiet } from "./me.js";
import { Play, Watch } from "./play.js";
import { keyIn } from "./seats.js";
import { useEffect, useState } from "./vendor/hooks.js";
import "./settings.js";
import { render } from "./vendor/preact.js";

/** @param {{transport: import("./transport.js").Transport}} props */
function Page({ transport }) {
  const here = () => ({ path: presentPath(), hash: location.hash });
  const [address, setAddress] = useState(here);
  useEffect(() => {
    const moved = () => setAddress(here());
    addEventListener("popstate", moved);
    addEventListener("hashchange", moved);
    return () => {
      removeEventListener("popstate", moved);
      removeEventListener("hashchange", moved);
    };
  }, []);
  const go = (/** @type {string} */ to) => {
    history.pushState(null, "", to);
    setAddress(here());
    scrollTo(0, 0);
  };
  const [, part, id, lesson] = address.path.split("/").map(said);
  if (part === "me" && transport.network) return html`<${Me} key=${address.hash} go=${go} />`;
  if (part === "quiet") return html`<${Quiet} />`;
  const key = keyIn(address.hash);
  if (part === "embed" && id) return html`<${Watch} key=${id} transport=${transport} match=${id} />`;
  if (part === "match" && id && key) return html`<${Enter} match=${id} link=${key} go=${go} />`;
  if (part === "match" && id) return html`<${Play} key=${id + address.hash} transport=${transport} match=${id} hash=${address.hash} go=${go} />`;
  if (part === "learn" && id) return html`<${Learn} key=${id} transport=${transport} game=${id} lesson=${lesson ?? ""} go=${go} />`;
  if (part === "beside" && id) return html`<${Beside} key=${id + address.hash} transport=${transport} game=${id} hash=${address.hash} go=${go} />`;
  if (part === "new" && id) return html`<${Begin} key=${id} transport=${transport} id=${id} go=${go} />`;
  if (part) return html`<${Nowhere} text="There is nothing at this address." />`;
  return html`<${Lobby} transport=${transport} go=${go} />`;
}

const place = document.getElementById("page");
const inBrowser = document.querySelector("meta[name=table][content=worker]");
const transport = inBrowser ? (await import("./worker.js")).inWorker() : http;
if (place) render(html`<${Page} transport=${transport} />`, place);
