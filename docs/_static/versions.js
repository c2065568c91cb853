// The menu of released versions. The newest site has the list of all; where it cannot be reached, this site's own list is
// used. A version whose site cannot be reached is not listed, so the menu never leads to a page that does not exist. What
// was found is kept until the browser is closed.
const KEPT = "navalcore versions";

async function list(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

const exists = (address) => fetch(address, { method: "HEAD" }).then((answer) => answer.ok, () => false);

/** The other versions that have a site, each with its address. */
async function others({ newest, list: own, version }) {
  const kept = sessionStorage.getItem(KEPT + version);
  if (kept) return JSON.parse(kept);
  const all = await list(newest)
    .catch(() => list(own))
    .catch(() => []);
  const rest = all.filter((each) => each.version !== version);
  const there = await Promise.all(rest.map((each) => exists(each.address)));
  const found = rest.filter((_, index) => there[index]);
  sessionStorage.setItem(KEPT + version, JSON.stringify(found));
  return found;
}

document.addEventListener("DOMContentLoaded", async () => {
  const menu = document.getElementById("versions");
  if (!menu) return;
  for (const { version, address } of await others({ ...menu.dataset, version: menu.options[0].text })) {
    menu.add(new Option(version, address));
  }
  menu.addEventListener("change", async () => {
    const same = `${menu.value}${menu.dataset.page}.html`;
    location.href = (await exists(same)) ? same : menu.value;
  });
});
