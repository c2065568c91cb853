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
        for await (const message of this.messages()) {
          const { pictures, ...sent } = message;
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

  /** The messages of the server, one a line. */
  async *messages() {
    const reply = await fetch(`${this.url}/messages?token=${this.token}`);
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
