// The menu of released versions. The newest site has the list of all; where it cannot be reached, this site's own list is
// used, and without either the menu shows the version of this page.
async function list(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

document.addEventListener("DOMContentLoaded", async () => {
  const menu = document.getElementById("versions");
  if (!menu) return;
  const { newest, page } = menu.dataset;
  const found = await list(newest)
    .catch(() => list(menu.dataset.list))
    .catch(() => []);
  for (const { version, address } of found) {
    if (version === menu.options[0].text) continue;
    menu.add(new Option(version, address));
  }
  menu.addEventListener("change", async () => {
    const same = `${menu.value}${page}.html`;
    const there = await fetch(same, { method: "HEAD" }).then((answer) => answer.ok, () => false);
    location.href = there ? same : menu.value;
  });
});
