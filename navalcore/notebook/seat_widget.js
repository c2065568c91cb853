// A seat in a cell. Board and the words of seats stand above: the library's board.mjs and seat.mjs.

const made = (tag, more = {}, ...within) => {
  const element = Object.assign(document.createElement(tag), more);
  element.append(...within);
  return element;
};

/** The parts of the cell. */
function laidOut(el) {
  const parts = {
    prompt: made("h3", { className: "prompt" }),
    said: made("p", { className: "said", role: "status" }),
    board: made("div", { className: "scenes" }),
    options: made("div", { className: "options" }),
    log: made("ol", { className: "log", reversed: true }),
    undo: made("button", { textContent: "Undo" }),
    skip: made("button", { textContent: "Skip" }),
  };
  const side = made("div", { className: "side" }, parts.options, parts.log);
  const head = made("p", {}, parts.undo, " ", parts.skip);
  el.replaceChildren(made("div", { className: "nc-seat" }, parts.prompt, parts.said, head, made("main", {}, parts.board, side)));
  return parts;
}

function render({ model, el }) {
  const parts = laidOut(el);
  const board = new Board(parts.board);
  const drawn = new Set();
  let known = {};
  let shown = "";
  let showing = Promise.resolve();

  const act = (what) => model.send(what);
  const choose = (decision, option) => {
    if (option.warning && !confirm(option.warning)) return offer(decision);
    act({ act: "choose", keys: [option.key], decision: decision.number });
  };

  /** Offer what can be done, on the board and as buttons under their headings. */
  function offer(decision) {
    const button = (option) => made("button", { textContent: option.text, title: option.meaning, onclick: () => choose(decision, option) });
    const part = ([title, options]) => [made("h4", { textContent: title }), ...options.map(button)];
    const offered = (options) => parts.options.replaceChildren(...grouped(options).flatMap(part));
    board.light(decision?.options ?? [], offered, (option) => choose(decision, option));
  }

  /** Show the newest message, unless it is shown; what has happened since the one before moves first. */
  async function show(moves) {
    const message = model.get("message");
    if (message === shown) return;
    [shown, known] = [message, JSON.parse(message)];
    const stills = model.get("stills");
    offer(null);
    const pictures = known.pictures.map((each) => ({ ...each, still: drawn.has(each.digest) ? "" : stills[each.digest] }));
    for (const each of known.pictures) drawn.add(each.digest);
    await board.show(pictures, moves ? known.events : []);
    const lines = model.get("log").map((each) => made("li", { value: each.n, textContent: ruled(each) }));
    parts.log.replaceChildren(...lines.reverse());
    parts.prompt.textContent = [headline(known), known.trouble].filter(Boolean).join(". ");
    parts.undo.disabled = !known.may_undo;
    offer(known.decision);
  }

  const newer = () => show(true);
  const next = () => (showing = showing.then(newer, newer));
  const answered = (answer) => {
    parts.said.textContent = refusal(answer);
    if (!answer.ok) offer(known.decision);
  };
  const themed = () => (parts.board.parentElement.parentElement.className = `nc-seat theme-${model.get("theme")}`);
  parts.undo.onclick = () => act({ act: "undo", decision: known.number });
  parts.skip.onclick = () => board.skip();
  model.on("change:message", next);
  model.on("change:theme", themed);
  model.on("msg:custom", answered);
  themed();
  showing = show(false);
  return () => {
    model.off("change:message", next);
    model.off("change:theme", themed);
    model.off("msg:custom", answered);
  };
}

export default { render };
