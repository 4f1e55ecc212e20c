// Mouse and touch. A mouse does what it does in the terminal; a finger swipes to
// step, taps to press, drags up and down in lists, and holds a slider as a mouse does.

const swipe = 40;  // pixels that make a swipe
const notch = 24;  // pixels of a drag that move a list by one
const root = document.documentElement;
const turn = 80;   // pixels of a wheel that is no wheel: trackpads send many small ones

export function listen(stage, send) {
  const { box } = stage;
  let last = null, due = 0, turned = 0, touch = null, held = null;

  // onGrip tells whether something can be dragged at a cell, or just beside it.
  const onGrip = (cell) => {
    const g = stage.shown?.grip;
    return g && cell && cell.x >= g.x - 1 && cell.x <= g.x + g.w && cell.y >= g.y - 1 && cell.y <= g.y + g.h;
  };

  const mouse = (kind, cell, e, button = 'left') =>
    send({ t: 'mouse', kind, x: cell.x, y: cell.y, button, shift: e.shiftKey, alt: e.altKey, ctrl: e.ctrlKey });

  box.addEventListener('pointerdown', (e) => {
    if (e.pointerType === 'touch' && !touch && held === null && !zoomed() && onGrip(stage.cell(e.clientX, e.clientY))) {
      held = e.pointerId;
      box.setPointerCapture(held);
      const { grip } = stage.shown, { x, y } = stage.cell(e.clientX, e.clientY);
      mouse('press', { x: Math.max(grip.x, Math.min(x, grip.x + grip.w - 1)), y: Math.max(grip.y, Math.min(y, grip.y + grip.h - 1)) }, e);
      return;
    }
    if (e.pointerType === 'touch') {
      touch = touch ? null : { id: e.pointerId, x: e.clientX, y: e.clientY, moved: 0 }; // two fingers are the browser's
      return;
    }
    const cell = stage.cell(e.clientX, e.clientY);
    if (e.button !== 0 || !cell) return;
    box.setPointerCapture(e.pointerId);
    mouse('press', cell, e);
  });

  box.addEventListener('pointermove', (e) => {
    if (e.pointerType === 'touch' && e.pointerId !== held) return drag(e);
    const cell = stage.cell(e.clientX, e.clientY);
    if (!cell || last && cell.x === last.cell.x && cell.y === last.cell.y && last.e.buttons === e.buttons) return;
    last = { cell, e };
    due ||= requestAnimationFrame(() => {
      due = 0;
      mouse('motion', last.cell, last.e, last.e.buttons & 1 ? 'left' : 'none');
    });
  });

  box.addEventListener('pointerup', (e) => {
    if (e.pointerType === 'touch' && e.pointerId !== held) return lift(e);
    held = null;
    const cell = stage.cell(e.clientX, e.clientY) ?? last?.cell;
    if (e.button === 0 && cell) mouse('release', cell, e);
  });
  box.addEventListener('pointerleave', (e) => {
    if (e.pointerType === 'touch' || !last) return;
    cancelAnimationFrame(due);
    due = 0;
    last = null;
    send({ t: 'mouse', kind: 'leave' });
  });
  box.addEventListener('pointercancel', () => { touch = held = null; });

  function drag(e) {
    if (!touch || touch.id !== e.pointerId || zoomed()) return;
    const dx = e.clientX - touch.x, dy = e.clientY - touch.y - touch.moved;
    if (!touch.moved && Math.abs(dx) > Math.abs(dy)) return;
    for (let n = Math.trunc(dy / notch); n !== 0; n -= Math.sign(n)) {
      touch.moved += Math.sign(n) * notch;
      send({ t: 'key', key: n < 0 ? 'down' : 'up' }); // as paper under a finger
    }
  }

  function lift(e) {
    const from = touch;
    touch = null;
    if (!from || from.id !== e.pointerId || zoomed()) return;
    const dx = e.clientX - from.x, dy = e.clientY - from.y;
    if (from.moved) return;
    if (Math.abs(dx) >= swipe && Math.abs(dx) > 1.5 * Math.abs(dy)) {
      send({ t: 'key', key: dx < 0 ? 'right' : 'left' });
    } else if (Math.hypot(dx, dy) < 12) {
      const cell = stage.cell(e.clientX, e.clientY);
      if (!cell) return;
      mouse('press', cell, e);
      mouse('release', cell, e);
    }
  }

  box.addEventListener('wheel', (e) => {
    if (e.ctrlKey || e.metaKey || root.scrollHeight > root.clientHeight) return; // the browser's zoom, or a page zoomed by it
    const cell = stage.cell(e.clientX, e.clientY);
    if (!cell) return;
    e.preventDefault();
    turned += e.deltaMode === 0 ? e.deltaY : e.deltaY * turn / 3;
    for (; Math.abs(turned) >= turn; turned -= Math.sign(turned) * turn) {
      mouse(turned > 0 ? 'wheeldown' : 'wheelup', cell, e, 'none');
    }
  }, { passive: false });

  // A page that was zoomed with two fingers is moved with one.
  const view = globalThis.visualViewport;
  const zoomed = () => (view?.scale ?? 1) > 1.01;
  view?.addEventListener('resize', () => box.classList.toggle('zoomed', zoomed()));
}
