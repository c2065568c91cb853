// A seat of any game, for browsers and for node: what it is sent, and what it says.

export class Seat {
  constructor(url, token) {
    [this.url, this.token, this.known] = [url, token, null];
  }

  /** What the seat knows, again whenever that has changed, and what it was sent; whatever has `protocol` is whole. */
  async *news() {
    for (;;) {
      try {
        const kept = [];
        for await (const message of this.messages()) {
          const { pictures, ...sent } = completed(message, kept);
          this.known = "protocol" in sent ? sent : merged(this.known, sent);
          yield { known: this.known, sent, pictures };
        }
        if (this.known.outcome) return;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error; // a line that is down is tried again
      }
      await new Promise((done) => setTimeout(done, 1000));
    }
  }

  /** The messages of the server, one a line; it may send them short. */
  async *messages() {
    const reply = await fetch(`${this.url}/messages?token=${this.token}&short=1`);
    if (!reply.ok) throw new Error((await reply.json()).error.message);
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = "", piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const lines = (rest + piece.value).split("\n");
      rest = lines.pop();
      for (const line of lines) yield JSON.parse(line);
    }
  }

  /** Say something; the answer has `ok`, and an `error` if it is refused. */
  async act(act) {
    const reply = await fetch(`${this.url}/act?token=${this.token}`, { method: "POST", body: JSON.stringify(act) });
    return reply.json();
  }

  /** Take an option of a decision. */
  choose(decision, option) {
    return this.act({ act: "choose", keys: [option.key], decision: decision.number });
  }

  /** Take the last choice back; the second of two clicks takes back nothing more. */
  undo() {
    return this.act({ act: "undo", decision: this.known.number });
  }

  /** Answer a decision with an option that `pick` gives, which is asked again for as long as that is refused. */
  async answer(decision, pick) {
    for (let refused = ""; ; ) {
      const answer = await this.choose(decision, await pick(decision, refused));
      if (answer.ok || answer.error.code === "stale_decision") return;
      refused = refusal(answer);
    }
  }
}

// ---- what people read: kinds that later releases add are their texts, as all others are ----

/** A text with the section that it follows. */
export const ruled = ({ text, rule }) => (rule ? `${text} [${rule}]` : text);

/** Why an act is refused; nothing if it is not. */
export const refusal = ({ error }) =>
  error ? ruled({ text: [error.message, error.reason].filter(Boolean).join(" "), rule: error.rule }) : "";

/** How a match has ended, what a seat is asked, or whom it waits for. */
export function headline({ decision, outcome, titles, waiting_for: others }) {
  if (outcome) return outcome.reason;
  return decision ? ruled({ ...decision, text: decision.prompt }) : `Waiting: ${others.map((role) => titles[role] ?? role).join(", ")}`;
}

/** Options under their headings: pairs of a heading and its options. */
export function grouped(options) {
  const groups = new Map(options.map((option) => [option.group, []]));
  for (const option of options) groups.get(option.group).push(option);
  return [...groups];
}

/** The numbers of the events that an event takes back. */
export const struck = ({ kind, fields }) => (kind === "undone" ? fields.takes_back : []);

// ---- what a message leaves out ----

/** An earlier snapshot with what has changed since. */
export function merged(before, { view, items = {}, board, ...fields }) {
  const now = { ...before, ...fields, view: { ...before.view, ...view } };
  for (const [name, some] of Object.entries(items)) {
    const old = before.view[name];
    now.view[name] = Array.isArray(old) ? old.map((item, at) => (at in some ? some[at] : item)) : { ...old, ...some };
  }
  if (board !== undefined) now.board = before.board && board ? mergedBoard(before.board, board) : board;
  return now;
}

/** Of the board the pieces come by the region in which something has changed. */
function mergedBoard(before, { at = {}, ...fields }) {
  const others = before.pieces.filter((piece) => !(piece.at in at));
  return { ...before, ...fields, pieces: [...others, ...Object.values(at).flat()] };
}

/** A message with what a short one leaves out of its items: each continues one that was kept, and is kept itself. */
export function completed({ decision, events, board, ...message }, kept) {
  const item = ({ "~": mark, ...own }) => {
    if (mark === undefined) return own;
    const [start, number = start, ...gone] = [mark].flat();
    const made = { ...kept[start] };
    for (const name of gone) delete made[name];
    return (kept[number] = { ...made, ...own, ...(own.fields && { fields: { ...made.fields, ...own.fields } }) });
  };
  const items = (holder, ...names) => {
    const now = { ...holder };
    for (const name of names) if (name in now) now[name] = now[name].map(item);
    return now;
  };
  if (decision !== undefined) message.decision = decision && items(decision, "options", "facts", "summands");
  if (events !== undefined) message.events = events.map(item);
  if (board !== undefined) message.board = board && items(board, "pieces", "traces", "tints");
  if (board?.at) message.board.at = items(board.at, ...Object.keys(board.at));
  return message;
}
