// The board of any game in a browser: each scene is drawn once, what lies on it again and again. Options light up,
// and pieces move. It knows scenes, places and pieces by their ids, and no game.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const svgs = (scene) => [...scene.children].filter((each) => each.tagName === "svg");

export class Board {
  constructor(holder) {
    [this.holder, this.scenes, this.jump] = [holder, new Map(), false];
    holder.onclick = (click) => {
      const under = document.elementsFromPoint(click.clientX, click.clientY);
      this.clicked?.(under.map((each) => each.closest("[data-place].can")).find(Boolean));
    };
  }

  // ---- what is drawn: the next picture lies unseen upon the scene until it is settled ----

  draw(pictures) {
    this.next = pictures.map(({ digest, still, moving }) => {
      if (still) this.scenes.set(digest, make(still));
      const scene = this.scenes.get(digest);
      const layer = scene.appendChild(make(moving));
      layer.style.visibility = "hidden";
      return scene;
    });
    const shown = [...this.holder.children];
    if (shown.length !== this.next.length || shown.some((scene, at) => scene !== this.next[at])) {
      for (const scene of shown) if (!this.next.includes(scene)) for (const layer of svgs(scene)) layer.remove();
      this.holder.replaceChildren(...this.next);
    }
  }

  settle() {
    for (const scene of this.next) {
      const layers = svgs(scene);
      layers.pop().style.visibility = "";
      for (const old of layers) old.remove();
    }
    this.jump = false;
  }

  // ---- what can be done: first who acts, then what is done ----

  light(options, shown, chosen, picked = []) {
    const left = options.filter((option) => picked.every((each) => names(option, each)));
    if (picked.length && left.length === 1) return chosen(left[0]);
    const next = left.flatMap((option) => open(option, left, picked).map((place) => ({ place, option })));
    for (const each of this.holder.querySelectorAll("[data-place]")) {
      const can = next.some(({ place, option }) => place.place === each.dataset.place && names(option, each.dataset));
      each.classList.toggle("can", can);
    }
    this.clicked = (each) => this.light(options, shown, chosen, each ? [...picked, { ...each.dataset }] : []);
    shown(left);
  }

  // ---- what has happened: pieces move along their ways ----

  /** Show a message: each event is told, and what it moves is seen to move; then the picture is that of now. */
  async show(pictures, events, told = () => {}) {
    this.draw(pictures);
    for (const event of events) {
      told(event);
      await this.move(event.moves);
    }
    this.settle();
  }

  async move(moves) {
    if (!this.jump && !calm.matches && !document.hidden) await Promise.all(moves.map((move) => this.animate(move)));
  }

  /** Everything that moves is there at once, until the next picture. */
  skip() {
    this.jump = true;
    for (const each of document.getAnimations()) each.finish();
  }

  async animate({ piece, from, to, count, way }) {
    for (const scene of this.holder.children) {
      const [now, next] = svgs(scene).slice(-2);
      if (!next) continue;
      const [old, there] = [find(now, piece, from), find(next, piece, to)];
      const mover = old && !(count && find(next, piece, from)) ? old : (old ?? there)?.cloneNode(true);
      if (!mover) continue;
      if (mover !== old) now.append(mover);
      const home = middle(old ?? there);
      const end = there ? middle(there) : middle(find(scene, to));
      const legs = [old ? null : middle(find(scene, from)), ...way.map((id) => middle(find(scene, id))), end];
      const points = legs.filter(Boolean).map(([x, y]) => `translate(${x - home[0]}px, ${y - home[1]}px)`);
      if (old) points.unshift(mover.dataset.offset ?? "none");
      mover.dataset.at = to;
      mover.dataset.offset = points.at(-1);
      mover.style.visibility = "visible";
      const gone = { opacity: to ? 1 : 0 };
      const frames = points.map((transform, at) => ({ transform, ...(at === points.length - 1 ? gone : {}) }));
      const duration = 250 + 250 * Math.min(points.length, 6);
      await mover.animate(frames, { duration, fill: "forwards", easing: "ease-in-out" }).finished;
      return;
    }
  }
}

function make(svg) {
  const holder = document.createElement("div");
  holder.innerHTML = svg;
  return holder.firstElementChild;
}

/** The piece or region of an id; of equal pieces the one that lies at a place. */
function find(within, id, at) {
  const found = id ? [...within.querySelectorAll(`[data-place="${CSS.escape(id)}"]`)] : [];
  return found.find((each) => !at || (each.dataset.at ?? at) === at);
}

function middle(element) {
  if (!element) return null;
  const { x, y, width, height } = element.getBBox();
  return [x + width / 2, y + height / 2];
}

/** Whether an option names a place; of equal pieces, the one that lies where it comes from. */
function names(option, { place, at }) {
  const starts = option.places.filter((each) => each.as === "from").map((each) => each.place);
  const here = (each) => each.as !== "subject" || !at || !starts.length || starts.includes(at);
  return option.places.some((each) => each.place === place && each.as !== "from" && here(each));
}

/** The places of an option that may be clicked next: who acts comes first; what all options name decides nothing. */
function open(option, left, picked) {
  const others = left.filter((each) => each.places.length && each !== option);
  const everywhere = ({ place }) => others.length && others.every((each) => each.places.some((one) => one.place === place));
  const places = option.places.filter((each) => each.as !== "from" && !everywhere(each));
  const subjects = places.filter((each) => each.as === "subject");
  return !picked.length && subjects.length ? subjects : places;
}
