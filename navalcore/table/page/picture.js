// A picture of the board as it is shown, to be saved and sent: SVG, or PNG at twice its size.

const SVG = "http://www.w3.org/2000/svg";
/** How the marks of the page look, which the style sheet of boards does not know. */
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font"];

/** A layer as it is shown; words have their usual size again. @param {Element} layer */
function copied(layer) {
  const copy = /** @type {Element} */ (layer.cloneNode(true));
  const marks = layer.closest(".ways, .figures") ? [...layer.querySelectorAll("polyline, circle, text")] : [];
  const same = [...copy.querySelectorAll("polyline, circle, text")];
  for (const text of copy.querySelectorAll("text")) text.removeAttribute("style");
  marks.forEach((mark, at) => LOOKS.forEach((look) => same[at].setAttribute(look, getComputedStyle(mark).getPropertyValue(look))));
  return new XMLSerializer().serializeToString(copy);
}

/** The board as one SVG that needs nothing else. @param {Element} frame - the board of the page */
async function drawn(frame) {
  const layers = [...frame.querySelectorAll(".layers > div > svg:not(.coming)")];
  const size = ["viewBox", "width", "height"].map((name) => `${name}="${layers.at(-1)?.getAttribute(name)}"`).join(" ");
  const theme = [...frame.classList].find((each) => each.startsWith("theme-"));
  const sheet = /** @type {HTMLLinkElement} */ (document.querySelector("link[href$='boards.css']"));
  const style = (await (await fetch(sheet.href)).text()).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<svg xmlns="${SVG}" ${size} class="nc-board ${theme}"><style>${style}</style>${layers.map(copied).join("")}</svg>`;
}

/** @param {string} address @param {string} name */
function save(address, name) {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

/** Save the board that is shown. @param {"svg" | "png"} kind @param {string} name - of the file, without its ending */
export async function savePicture(kind, name) {
  const frame = document.querySelector(".board");
  if (!frame) return;
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await drawn(frame))}`;
  if (kind === "svg") return save(address, `${name}.svg`);
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0, canvas.width, canvas.height);
  save(canvas.toDataURL("image/png"), `${name}.png`);
}
