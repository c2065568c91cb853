// What a front end reads of a snapshot, in types made from the schema.
import type { Sent } from "./types.js";

export function summary(snapshot: Sent): string {
  const asked = snapshot.decision;
  const options = asked === null ? [] : asked.options.map((option) => `${option.index} ${option.kind} ${option.key}`);
  const places = asked === null ? [] : asked.options.flatMap((option) => option.places.map((each) => `${each.as} ${each.place}`));
  const struck: number[] = [];
  for (const event of snapshot.events) {
    // Only one kind of event has this field: the compiler knows it from the kind.
    if (event.kind === "undone") struck.push(...event.fields.takes_back);
    if (event.kind === "dice_rolled") struck.push(event.fields.total);
  }
  const over: string = snapshot.outcome === null ? "" : snapshot.outcome.reason;
  const answer = asked === null ? null : { option: 0, decision: asked.number };
  return [snapshot.game, snapshot.role, ...options, ...places, ...struck, over, JSON.stringify(answer)].join(" ");
}

// @ts-expect-error: a field that is not sent is not there
export const wrong = (snapshot: Sent): unknown => snapshot.state;
