// Markup in template strings: what stands in them becomes elements and text, never code.
import htm from "./vendor/htm.js";
import { h } from "./vendor/preact.js";

export const html = htm.bind(h);
