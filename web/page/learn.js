// The article's figures: the program draws them again wherever their sliders stand.
import { load, run } from './program.js';
import { el } from './dom.js';

const light = matchMedia('(prefers-color-scheme: light)'), narrow = matchMedia('(max-width: 40rem)');
const patience = 150; // milliseconds that a drawing may take before a move gives it up
const figures = new Map();
let worker = null, asked = null; // what the program is asked for: a figure, how, when, and whether it is wanted already

class Figure {
  constructor(box) {
    this.name = box.dataset.name;
    this.box = box;
    this.slider = box.querySelector('input');
    this.output = box.querySelector('output');
    this.words = box.querySelector('.words');
    this.drawing = el('img', { className: 'drawing' }); // a picture of its own: its styles are not the page's
    this.drawn = new Map(); // all that was drawn of it
    this.moved = 0; // when its slider was; 0: not yet
    this.labels = JSON.parse(box.dataset.labels);
    this.slider.addEventListener('input', () => this.move());
    box.querySelector('.slider').hidden = false;
    seen.observe(box);
  }

  get at() { return Number(this.slider.value); }

  move() {
    this.moved = performance.now();
    this.output.textContent = this.labels[this.slider.value];
    this.slider.setAttribute('aria-valuetext', this.output.textContent);
    this.look();
  }

  // look shows the figure as it is wanted, or asks for it.
  look() {
    const drawn = this.drawn.get(look(this.at));
    if (drawn) this.show(drawn);
    next();
  }

  show({ svg, words, wrong }) {
    this.box.classList.toggle('wrong', Boolean(wrong));
    this.words.textContent = words;
    if (wrong) return;
    this.drawing.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    this.drawing.alt = words;
    if (!this.drawing.isConnected) this.box.querySelector('picture').after(this.drawing);
    this.box.classList.add('live');
  }

  // lacking is the place nearest to the slider's that was not drawn yet; -1: none.
  lacking() {
    const places = this.labels.map((_, at) => at).filter((at) => !this.drawn.has(look(at)));
    return places.sort((a, b) => Math.abs(a - this.at) - Math.abs(b - this.at))[0] ?? -1;
  }
}

// look is all that decides how a figure with its slider at a place looks.
const look = (at) => JSON.stringify([at, !light.matches, narrow.matches]);

// next asks for the figure that was moved last, or, where all are as they are wanted, for
// one in sight as it will be if its slider is moved: what takes long is there before it is
// wanted. Nothing is drawn ahead where nobody looks.
function next() {
  if (!worker) return;
  for (const f of figures.values()) f.box.classList.toggle('late', Boolean(f.moved) && !f.drawn.has(look(f.at)));
  if (asked?.wanted && performance.now() - asked.since < patience) return; // it will be asked again
  const wanted = [...figures.values()].filter((f) => f.moved && !f.drawn.has(look(f.at))).sort((a, b) => b.moved - a.moved)[0];
  if (wanted) return ask(wanted, wanted.at, true);
  if (asked || document.hidden) return;
  const ahead = [...figures.values()].find((f) => f.near && f.lacking() >= 0);
  if (ahead) ask(ahead, ahead.lacking(), false);
}

function ask(figure, at, wanted) {
  if (asked?.figure === figure && asked.look === look(at)) { // it is on its way
    asked.wanted ||= wanted;
    return;
  }
  asked = { figure, at, look: look(at), since: performance.now(), wanted };
  const { wide, narrow: few } = document.body.dataset;
  worker.send({ t: 'figure', name: figure.name, at, dark: !light.matches, columns: Number(narrow.matches ? few : wide) });
}

// drawn takes a figure, whole or on its way.
function drawn(m) {
  const f = figures.get(m.name);
  if (!asked || f !== asked.figure || m.at !== asked.at) return; // of an earlier move
  const { look: how } = asked;
  if (m.done) {
    f.drawn.set(how, m);
    asked = null;
  }
  if (f.moved && how === look(f.at)) f.show(m);
  next();
}

const seen = new IntersectionObserver((all) => {
  for (const { target, isIntersecting } of all) figures.get(target.dataset.name).near = isIntersecting;
  next();
}, { rootMargin: '50%' });
document.addEventListener('visibilitychange', next);

async function start() {
  for (const box of document.querySelectorAll('figure[data-name]')) figures.set(box.dataset.name, new Figure(box));
  const say = (text) => { document.getElementById('state').textContent = text; };
  const lost = (why) => { worker = null; say(`The figures stand still: ${why}. Reload the page to move them.`); };
  try {
    const program = await load((got, total) => say(`Loading what computes the figures${total ? `: ${Math.round(100 * got / total)} %` : ' …'}`));
    worker = run({ figure: drawn, fatal: ({ text }) => lost(text) }, lost);
    worker.send({ t: 'figures', program });
    say('The figures are live: move a slider.');
    for (const f of figures.values()) if (f.slider.value !== f.slider.defaultValue) f.move(); // browsers restore them
    for (const query of [light, narrow]) query.addEventListener('change', () => figures.forEach((f) => { if (f.moved) f.look(); }));
    next();
  } catch (e) {
    lost(e.message);
  }
}

if ('trouble' in document.documentElement.dataset) document.getElementById('state').textContent = '';
else start();
