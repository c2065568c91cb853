// Where the companion of a game is, and how an evening is written into a link.
import { linkTo } from "./address.js";

/** The address of the companion of a game. @param {string} game */
export const besideAddress = (game) => linkTo(`/beside/${encodeURIComponent(game)}`);

/** @param {ReadableStream<any>} stream */
const whole = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** A position as a word that fits behind the # of a link. @param {unknown} position */
export async function packed(position) {
  const bytes = await whole(new Blob([JSON.stringify(position)]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  return btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The position in what stands behind the # of a link; null if there is none, or it cannot be read. @param {string} hash */
export async function unpacked(hash) {
  const word = /^#from=([\w-]{1,60000})$/.exec(hash)?.[1];
  if (!word) return null;
  try {
    const bytes = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await whole(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")))));
  } catch {
    return null;
  }
}
