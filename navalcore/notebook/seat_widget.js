// A seat in a cell. Board, which draws and lights up, stands above: the library's board.mjs.

const made = (tag, more = {}, ...within) => {
  const element = Object.assign(document.createElement(tag), more);
  element.append(...within);
  return element;
};
const ruled = ({ text, rule }) => (rule ? `${text} [${rule}]` : text);

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
    board.light(decision?.options ?? [], (left, picked) => {
      if (picked.length && left.length === 1) return choose(decision, left[0]);
      const groups = new Map();
      for (const option of left) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
      const part = ([title, options]) => [
        made("h4", { textContent: title }),
        ...options.map((option) => made("button", { textContent: option.text, title: option.meaning, onclick: () => choose(decision, option) })),
      ];
      parts.options.replaceChildren(...[...groups].flatMap(part));
    });
  }

  /** Show the newest message, unless it is shown; what has happened since the one before moves first. */
  async function show(moves) {
    const message = model.get("message");
    if (message === shown) return;
    [shown, known] = [message, JSON.parse(message)];
    const stills = model.get("stills");
    offer(null);
    board.draw(known.pictures.map((each) => ({ ...each, still: drawn.has(each.digest) ? "" : stills[each.digest] })));
    for (const each of known.pictures) drawn.add(each.digest);
    if (moves) for (const event of known.events) await board.move(event.moves);
    board.settle();
    const lines = model.get("log").map((each) => made("li", { value: each.n, textContent: ruled(each) }));
    parts.log.replaceChildren(...lines.reverse());
    const { decision, outcome, titles, trouble, waiting_for: others } = known;
    const waiting = `Waiting: ${others.map((role) => titles[role] ?? role).join(", ")}`;
    parts.prompt.textContent = outcome?.reason ?? (decision ? ruled({ text: decision.prompt, rule: decision.rule }) : [waiting, trouble].filter(Boolean).join(". "));
    parts.undo.disabled = !known.may_undo;
    offer(decision);
  }

  const newer = () => show(true);
  const next = () => (showing = showing.then(newer, newer));
  const answered = ({ ok, error }) => {
    parts.said.textContent = ok ? "" : ruled({ text: [error.message, error.reason].filter(Boolean).join(" "), rule: error.rule });
    if (!ok) offer(known.decision);
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
