// A form made of a JSON Schema: the options of a game, each with its description.
import { html } from "./html.js";

/**
 * @typedef {{
 *   type?: string, enum?: unknown[], const?: unknown, anyOf?: Schema[], $ref?: string, default?: unknown, title?: string,
 *   description?: string, properties?: Record<string, Schema>, $defs?: Record<string, Schema>, minimum?: number,
 *   maximum?: number, allOf?: Schema[],
 * }} Schema
 */

/** @param {Schema} schema @param {Schema} whole @returns {Schema} */
function resolved(schema, whole) {
  const name = schema.$ref?.split("/").at(-1) ?? schema.allOf?.[0]?.$ref?.split("/").at(-1);
  return name ? { ...whole.$defs?.[name], ...schema } : schema;
}

/** The values to choose from, where there are only so many. @param {Schema} schema @param {Schema} whole @returns {unknown[] | null} */
function choices(schema, whole) {
  if (schema.enum) return schema.enum;
  if ("const" in schema) return [schema.const];
  if (schema.type === "boolean") return [true, false];
  if (!schema.anyOf) return null;
  const parts = schema.anyOf.map((each) => (each.type === "null" ? [null] : choices(resolved(each, whole), whole)));
  return parts.every((each) => each !== null) ? parts.flat() : null;
}

/** @param {unknown} value */
const shown = (value) => (value === true ? "yes" : value === false ? "no" : value === null ? "none" : String(value).replaceAll("_", " "));

/**
 * @param {{schema: Schema, values: Record<string, unknown>, change: (name: string, value: unknown) => void}} props
 */
export function OptionsForm({ schema, values, change }) {
  const fields = Object.entries(schema.properties ?? {});
  if (!fields.length) return html`<p>This game has no options.</p>`;
  return fields.map(([name, raw]) => {
    const field = resolved(raw, schema);
    const value = name in values ? values[name] : field.default;
    const id = `option-${name}`;
    return html`<div class="field" key=${name}>
      <label for=${id}>${field.title}</label>
      <${Input} id=${id} field=${field} whole=${schema} value=${value} change=${(/** @type {unknown} */ to) => change(name, to)} />
      ${field.description && html`<p class="hint" id=${`${id}-hint`}>${shown(field.description.replaceAll("``", ""))}</p>`}
    </div>`;
  });
}

/** @param {{id: string, field: Schema, whole: Schema, value: unknown, change: (value: unknown) => void}} props */
function Input({ id, field, whole, value, change }) {
  const hint = `${id}-hint`;
  const list = choices(field, whole);
  if (list)
    return html`<select id=${id} aria-describedby=${hint} onChange=${(/** @type {any} */ event) => change(list[event.target.selectedIndex])}>
      ${list.map((each) => html`<option selected=${each === value}>${shown(each)}</option>`)}
    </select>`;
  const number = [field, ...(field.anyOf ?? [])].find(({ type }) => type === "integer" || type === "number"); // or nothing
  return html`<input
    id=${id}
    aria-describedby=${hint}
    type=${number ? "number" : "text"}
    min=${number?.minimum}
    max=${number?.maximum}
    value=${value ?? ""}
    onChange=${(/** @type {any} */ { target }) => {
      if (target.value === "") target.value = field.default ?? ""; // what was emptied is as it was
      change(number && target.value ? Number(target.value) : target.value || null);
    }}
  />`;
}
