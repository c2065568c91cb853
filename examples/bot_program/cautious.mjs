// A bot in another language: it reads snapshots, one JSON object a line, and answers with acts (docs/howto/line_protocol.md).
//
//     navalcore play uboat_cards --role uboat --bot convoy="exec:node examples/bot_program/cautious.mjs"
//
// It passes or discards only where it must, and of everything else takes the first option that is offered.

import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { snapshot, reply } = JSON.parse(line);
  if (reply && !reply.ok) console.error(reply.error.message); // refused: another snapshot follows only if something changes
  const decision = snapshot?.decision;
  if (!decision) continue;
  const last = (option) => /pass|discard/.test(option.kind);
  const option = decision.options.find((each) => !last(each)) ?? decision.options[0];
  console.log(JSON.stringify({ act: "choose", keys: [option.key], decision: decision.number }));
}
