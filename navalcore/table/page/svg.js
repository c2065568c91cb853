// Putting a picture into the page: only shapes, texts and groups, nothing that runs or loads.
const KEPT = new Set([
  ..."svg g defs marker title desc path rect circle ellipse line polyline polygon text tspan use symbol".split(" "),
  ..."clipPath linearGradient radialGradient stop pattern mask".split(" "),
]);

/** Leave out whatever a picture does not need. @param {Element} element */
function clean(element) {
  for (const child of [...element.children]) {
    if (KEPT.has(child.localName)) clean(child);
    else child.remove();
  }
  for (const { name, value } of [...element.attributes]) {
    const link = name === "href" || name.endsWith(":href");
    if (name.startsWith("on") || name === "style" || (link && !value.startsWith("#")) || /url\(\s*['"]?(?!#)/i.test(value))
      element.removeAttribute(name);
  }
}

/** Show a picture in an element, in the place of what was there; one that is coming lies unseen upon it until it is wanted.
 * @param {Element} where @param {string} svg @param {boolean} [coming] @returns {Element | null} */
export function mounted(where, svg, coming = false) {
  for (const old of [...where.children]) if (!coming || old.classList.contains("coming")) old.remove();
  if (!svg) return null;
  const found = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (found.localName !== "svg") return null;
  clean(found);
  found.setAttribute("role", "group"); // as an image it would hide its places from screen readers
  if (coming) found.classList.add("coming");
  where.append(document.importNode(found, true));
  return where.lastElementChild;
}
