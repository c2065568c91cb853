// A complete front end for one seat of any game, in the terminal: node client.mjs URL TOKEN [auto]
import { createInterface } from "node:readline/promises";

const [url, token, auto] = process.argv.slice(2);
const library = await (await fetch(`${url}/seat.mjs`)).text(); // node imports no module from a server, but one from a text
const { Seat } = await import(`data:text/javascript,${encodeURIComponent(library)}`);
const seat = new Seat(url, token);

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

/** Answer a decision; whether that is done with. */
async function choose(decision) {
  const answer = await seat.act({ act: "choose", keys: [await pick(decision)], decision: decision.number });
  if (!answer.ok) console.error("!", answer.error.message);
  return answer.ok || answer.error.code === "stale_decision";
}

for await (const { sent } of seat.news()) {
  for (const event of sent.events) if (!event.detail) console.log(`  ${event.text}  [${event.rule}]`);
  if (sent.outcome) console.log(sent.outcome.reason);
  while (sent.decision && !(await choose(sent.decision)));
}
