// A complete front end for one seat of any game: node client.mjs URL TOKEN [auto]
// The page in a browser differs in show() and pick() only.
import { createInterface } from "node:readline/promises";

const [url, token, auto] = process.argv.slice(2);
const log = new Map();
let told = 0;

/** Ask the server, which answers with JSON whatever happens. */
async function request(path, body) {
  const reply = await fetch(url + path, body && { method: "POST", body: JSON.stringify(body) });
  return reply.json();
}

/** Print what is new; strike what was taken back. */
function show(snapshot) {
  for (const event of snapshot.events) {
    if (event.kind === "undone") for (const number of event.fields.takes_back) log.delete(number);
    log.set(event.n, event.text);
    if (!event.detail) console.log(`  ${event.text}  [${event.rule}]`);
  }
  told = snapshot.told;
}

/** Let a person choose by number; alone, take the last option. */
async function pick(decision) {
  if (auto) return decision.options.length - 1;
  console.log(`${decision.prompt}  [${decision.rule}]`);
  for (const option of decision.options) console.log(`${String(option.index).padStart(3)}  ${option.text}`);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = Number(await lines.question("> "));
  lines.close();
  return answer;
}

for (;;) {
  const snapshot = await request(`/snapshot?token=${token}&since=${told}`);
  if (!snapshot) continue;
  show(snapshot);
  if (snapshot.outcome) {
    console.log(snapshot.outcome.reason);
    break;
  }
  const decision = snapshot.decision;
  if (!decision) continue;
  const choice = { act: "choose", keys: [await pick(decision)], decision: decision.number };
  const answer = await request(`/act?token=${token}`, choice);
  if (!answer.ok) console.error("!", answer.error.message);
}
