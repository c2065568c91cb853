// A complete front end for one seat of any game, in the terminal: node client.mjs URL TOKEN [auto]
import { createInterface } from "node:readline/promises";

const [url, token, auto] = process.argv.slice(2);
const library = await (await fetch(`${url}/seat.mjs`)).text(); // node imports no module from a server, but one from a text
const { Seat, headline, ruled } = await import(`data:text/javascript,${encodeURIComponent(library)}`);
const seat = new Seat(url, token);

/** Let a person choose by number; alone, take the last option. */
async function pick({ options }, refused) {
  if (auto) return options.at(-1);
  if (refused) console.error("!", refused);
  for (const option of options) console.log(`${String(option.index).padStart(3)}  ${option.text}`);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question("> ");
  lines.close();
  return options[answer] ?? { key: answer };
}

for await (const { known, sent } of seat.news()) {
  for (const event of sent.events) if (!event.detail) console.log(`  ${ruled(event)}`);
  if (!auto || known.outcome) console.log(headline(known));
  if (sent.decision) await seat.answer(sent.decision, pick);
}
