// The picture of what a link opens, drawn when the site was made: it is seen until the
// program draws, and where an embedded page waits for a click.
import { $, el } from './dom.js';

// subject is what a link is about, as pages and pictures are named; '': a text, a study.
export function subject(link) {
  const at = new URLSearchParams(link);
  return at.get('tour') ?? (at.has('map') ? 'map' : at.get('scenario') ?? '');
}

// hang puts the picture of a link where the explorer will be, unless the page was
// written with it; look is dark or light where the system's is not asked.
export function hang(link, look) {
  const name = subject(link);
  if (!look && name === subject(document.documentElement.dataset.link ?? '')) return;
  $('poster')?.remove();
  if (!/^[\w-]+$/.test(name)) return;
  const at = `pictures/${name}`, light = look ? `(min-width:${look === 'light' ? 0 : 1e6}px)` : '(prefers-color-scheme:light)';
  const source = (media, ending) => el('source', { media, srcset: at + ending });
  const img = el('img', { alt: '' });
  img.addEventListener('error', () => $('poster')?.remove());
  $('loading').prepend(el('figure', { id: 'poster' }, el('picture', {},
    source(`(max-width:40rem) and ${light}`, '-phone-light.svg'), source('(max-width:40rem)', '-phone.svg'), source(light, '-light.svg'), img)));
  img.src = `${at}.svg`;
}

// page is the address of what a link opens, in full, and before it what is asked of it.
export function page(link, query = '') {
  const name = 'site' in document.documentElement.dataset ? subject(link) : '';
  return new URL(`${/^[\w-]+$/.test(name) ? `${name}.html` : 'index.html'}${query}#${link}`, location.href).href;
}

// hung is kept when the picture is there, or will not come: the program, which is
// much larger, waits for it.
export function hung() {
  const img = document.querySelector('#poster img');
  if (!img || img.complete) return Promise.resolve();
  return new Promise((done) => { for (const what of ['load', 'error']) img.addEventListener(what, done, { once: true }); });
}
