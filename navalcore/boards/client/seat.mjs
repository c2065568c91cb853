// A seat of any game, for browsers and for node: what it is sent, and what it says.

export class Seat {
  constructor(url, token) {
    [this.url, this.token] = [url, token];
  }

  /** What the seat knows, again whenever that has changed, and what it was sent; whatever has `protocol` is whole. */
  async *news() {
    let known = null;
    for (;;) {
      try {
        const kept = [];
        for await (const message of this.messages()) {
          const { pictures, ...sent } = completed(message, kept);
          known = "protocol" in sent ? sent : merged(known, sent);
          yield { known, sent, pictures };
        }
        if (known.outcome) return;
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
}

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
