// The stage: the explorer's frame, a picture made of pieces, and how many cells fit.

export const least = { w: 60, h: 18 }; // the explorer draws nothing below
const most = { w: 240, h: 70 };
const good = { w: 148, h: 44 };        // cells of a window that leaves the choice to us
const smallest = 7.5;                  // pixels of a cell's width that can be read without effort
const advance = 0.6;                   // of a monospaced font, in em, nearly: pieces are stretched to their cells
export const letters = [0.6, 0.7, 0.8, 0.9, 1, 1.15, 1.3, 1.5, 1.75, 2, 2.4, 3];

// fit chooses cells for an area of pixels: as many as can be read, at least what the
// explorer needs. A cell is twice as high as wide, and a whole number of the
// screen's dots wide, so that lines are sharp. Where that many would be too narrow to
// be read, on a phone held upright, they are taller, and so are the letters.
export function fit(width, height, scale, dots) {
  const tall = width / least.w < smallest && height > 2 * width / least.w * least.h * 1.2, ratio = tall ? 2.4 : 2;
  let cw = Math.max(smallest, Math.min(width / good.w, height / good.h / ratio)) * scale;
  const widest = Math.min(width / least.w, height / least.h / ratio);
  cw = Math.min(Math.max(cw, width / most.w, height / most.h / ratio), widest);
  const sharp = Math.round(cw * dots) / dots;
  cw = sharp <= widest ? sharp : Math.floor(widest * dots) / dots || widest;
  const clamp = (n, k) => Math.max(least[k], Math.min(most[k], Math.floor(n + 1e-9)));
  return { w: clamp(width / cw, 'w'), h: clamp(height / cw / ratio, 'h'), cw, ratio, tall };
}

export class Stage {
  constructor(box, svg, resized) {
    Object.assign(this, { box, svg, resized, scale: 1, pieces: new Map(), waiting: null, cells: null });
    this.pending = 0;
    new ResizeObserver(() => this.measure()).observe(box);
    // Zooming changes the dots of a pixel and not always the size of the box.
    this.watchDots();
  }

  watchDots() {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', () => { this.measure(); this.watchDots(); }, { once: true });
  }

  // measure asks for another number of cells where another fits now.
  measure() {
    const { clientWidth: w, clientHeight: h } = this.box;
    if (!w || !h) return;
    const now = fit(w, h, this.scale, devicePixelRatio), was = this.cells;
    this.cells = now;
    this.place();
    if (was && was.w === now.w && was.h === now.h && was.tall === now.tall) return;
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.resized(now), was ? 80 : 0);
  }

  letters(scale) {
    this.scale = scale;
    this.measure();
  }

  // place makes the picture as large as its cells, whatever the frame still has.
  place() {
    const { w, h, cw, ratio } = this.cells;
    this.svg.style.width = `${Math.min(w * cw, this.box.clientWidth)}px`;
    this.svg.style.height = `${Math.min(ratio * h * cw, this.box.clientHeight)}px`;
  }

  // show takes a frame; the pieces of frames that come faster than the screen are merged.
  show(frame) {
    if (this.waiting) {
      const gone = new Set(frame.gone ?? []), fresh = new Set(frame.pieces.map((p) => p.id));
      const kept = this.waiting.pieces.filter((p) => !gone.has(p.id) && !fresh.has(p.id));
      const still = (this.waiting.gone ?? []).filter((id) => !fresh.has(id));
      this.waiting = { ...frame, pieces: [...kept, ...frame.pieces], gone: [...still, ...gone], order: frame.order ?? this.waiting.order };
      return;
    }
    this.waiting = frame;
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    const frame = this.waiting;
    this.waiting = null;
    const { svg, pieces } = this, { w, h, cell } = frame;
    svg.setAttribute('viewBox', `0 0 ${w * cell.w} ${h * cell.h}`);
    svg.style.setProperty('--bg', frame.background);
    svg.style.setProperty('--fg', frame.foreground);
    svg.style.fontSize = `${(cell.h / 2 / advance).toFixed(2)}px`; // pieces squeeze what is too wide
    for (const id of frame.gone ?? []) {
      pieces.get(id)?.remove();
      pieces.delete(id);
    }
    for (const { id, svg: text } of frame.pieces) {
      let g = pieces.get(id);
      if (!g) {
        g = document.createElementNS('http://www.w3.org/2000/svg', 'g');
        pieces.set(id, g);
        svg.append(g);
      }
      g.innerHTML = text;
    }
    if (frame.order) this.sort(frame.order);
    this.shown = frame;
  }

  // sort puts the pieces in order, and moves only what is out of it.
  sort(order) {
    let at = this.svg.firstChild;
    for (const id of order) {
      const g = this.pieces.get(id);
      if (!g) continue;
      if (g === at) at = at.nextSibling;
      else this.svg.insertBefore(g, at);
    }
  }

  // clear forgets all pieces: a program that starts anew sends them all.
  clear() {
    this.waiting = null;
    this.pieces.clear();
    this.svg.replaceChildren();
  }

  // cell is the one at a place of the window, or null beside the picture.
  cell(x, y) {
    if (!this.shown) return null;
    const m = this.svg.getScreenCTM();
    if (!m) return null;
    const { w, h, cell } = this.shown;
    const cx = Math.floor((x - m.e) / m.a / cell.w), cy = Math.floor((y - m.f) / m.d / cell.h);
    return cx >= 0 && cy >= 0 && cx < w && cy < h ? { x: cx, y: cy } : null;
  }
}
