// The picture of what a link opens, drawn when the site was made: it is seen until the
// program draws, and where an embedded page waits for a click.
import { $, el } from './dom.js';

// subject is what a link is about, as pages and pictures are named; '': a text, a study.
export function subject(link) {
  const at = new URLSearchParams(link), frame = at.get('frame');
  if (at.has('tour')) return frame > 1 && at.get('tour').startsWith('tour') ? `scene-${at.get('tour')}-${frame}` : at.get('tour');
  return at.has('map') ? 'map' : at.get('scenario') ?? '';
}

// pose is the name of the picture of the step and screen that a link is to, where there
// is one: of problems as they are, on some screens. '': the problem's own will do.
function pose(link) {
  const { scenario, step = 0, screen = screens[0], ...other } = Object.fromEntries(new URLSearchParams(link));
  const last = new Map((root.dataset.steps ?? '').split(' ').map((s) => s.split(':'))).get(scenario);
  if (!last || Object.keys(other).length || !screens.includes(screen) || !(step > 0 || screen !== screens[0])) return '';
  return `${scenario}-${screen}-${Math.min(Math.floor(step) || 0, last)}`;
}
const screens = ['compare', 'focus', 'tree'], root = document.documentElement;

// hang puts the picture of a link where the explorer will be, unless the page was
// written with it; look is dark or light where the system's is not asked.
export function hang(link, look) {
  const posed = pose(link), name = posed || subject(link);
  if (!look && name === subject(root.dataset.link ?? '')) return;
  $('poster')?.remove();
  if (!/^[\w-]+$/.test(name)) return;
  const at = `pictures/${name}`, light = look ? `(min-width:${look === 'light' ? 0 : 1e6}px)` : '(prefers-color-scheme:light)';
  const source = (media, ending) => el('source', { media, srcset: at + ending });
  const img = el('img', { alt: '' });
  img.addEventListener('error', () => $('poster')?.remove());
  const phone = posed ? [] : [source(`(max-width:40rem) and ${light}`, '-phone-light.svg'), source('(max-width:40rem)', '-phone.svg')];
  $('loading').prepend(el('figure', { id: 'poster' }, el('picture', {}, ...phone, source(light, '-light.svg'), img)));
  img.src = `${at}.svg`;
}

// page is the address of what a link opens, in full, and before it what is asked of it.
export function page(link, query = '') {
  const name = 'site' in root.dataset ? subject(link) : '';
  return new URL(`${/^[\w-]+$/.test(name) ? `${name}.html` : 'index.html'}${query}#${link}`, location.href).href;
}

// hung is kept when the picture is there, or will not come: the program, which is
// much larger, waits for it.
export function hung() {
  const img = document.querySelector('#poster img');
  if (!img || img.complete) return Promise.resolve();
  return new Promise((done) => { for (const what of ['load', 'error']) img.addEventListener(what, done, { once: true }); });
}
