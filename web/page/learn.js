// The article's figures: the program draws them again wherever their sliders stand.
import { load, run } from './program.js';
import { el } from './dom.js';

const light = matchMedia('(prefers-color-scheme: light)'), narrow = matchMedia('(max-width: 40rem)');
const patience = 150; // milliseconds that a drawing may take before a move gives it up
const figures = new Map();
let worker = null;

class Figure {
  constructor(box) {
    this.name = box.dataset.name;
    this.box = box;
    this.slider = box.querySelector('input');
    this.output = box.querySelector('output');
    this.words = box.querySelector('.words');
    this.drawing = el('img', { className: 'drawing' }); // a picture of its own: its styles are not the page's
    this.since = 0; // when the drawing was asked for that has not come yet; 0: none
    this.shown = '';
    this.labels = JSON.parse(box.dataset.labels);
    this.slider.addEventListener('input', () => this.move());
    box.querySelector('.slider').hidden = false;
  }

  // wanted is all that decides how the figure looks.
  wanted() { return JSON.stringify([Number(this.slider.value), !light.matches, narrow.matches]); }

  move() {
    this.output.textContent = this.labels[this.slider.value];
    this.slider.setAttribute('aria-valuetext', this.output.textContent);
    this.ask();
  }

  ask() {
    const wanted = this.wanted();
    if (!worker || wanted === (this.since ? this.asked : this.shown)) return;
    if (this.since && performance.now() - this.since < patience) return; // it will ask again
    this.since = performance.now();
    this.asked = wanted;
    const { wide, narrow: few } = document.body.dataset;
    worker.send({ t: 'figure', name: this.name, at: Number(this.slider.value), dark: !light.matches, columns: Number(narrow.matches ? few : wide) });
  }

  show({ at, svg, words, wrong, done }) {
    if (at !== JSON.parse(this.asked)[0]) return; // of an earlier move
    if (done) {
      this.since = 0;
      this.shown = this.asked;
    }
    this.box.classList.toggle('wrong', Boolean(wrong));
    this.words.textContent = words;
    if (!wrong) {
      this.drawing.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
      this.drawing.alt = words;
      if (!this.drawing.isConnected) this.box.querySelector('picture').after(this.drawing);
      this.box.classList.add('live');
    }
    this.ask();
  }
}

async function start() {
  for (const box of document.querySelectorAll('figure[data-name]')) figures.set(box.dataset.name, new Figure(box));
  const say = (text) => { document.getElementById('state').textContent = text; };
  const lost = (why) => { worker = null; say(`The figures stand still: ${why}. Reload the page to move them.`); };
  try {
    const program = await load((got, total) => say(`Loading what computes the figures${total ? `: ${Math.round(100 * got / total)} %` : ' …'}`));
    worker = run({ figure: (m) => figures.get(m.name)?.show(m), fatal: ({ text }) => lost(text) }, lost);
    worker.send({ t: 'figures', program });
    say('The figures are live: move a slider.');
    const moved = (f) => { if (f.slider.value !== f.slider.defaultValue || f.shown) f.ask(); };
    for (const f of figures.values()) moved(f);
    for (const query of [light, narrow]) query.addEventListener('change', () => figures.forEach(moved));
  } catch (e) {
    lost(e.message);
  }
}

if ('trouble' in document.documentElement.dataset) document.getElementById('state').textContent = '';
else start();
