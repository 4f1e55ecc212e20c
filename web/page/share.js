// What is shown, to be put elsewhere: as a link, in a page or slide, in Markdown.
import { $, button, el } from './dom.js';
import { copy } from './give.js';
import { page, subject } from './poster.js';

// share shows the ways to a link.
export function share(link, title) {
  const name = subject(link), address = page(link);
  // A text is too long for hosts, and need not be sent to them.
  const frame = /(^|&)problem=/.test(link) ? page(link, '?embed=1') : page(link, `?embed=1&${link}`).split('#')[0];
  const quoted = (s) => s.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  const plain = title.replace(/[\[\]\\]/g, '');
  const picture = name ? `![${plain}](${new URL(`pictures/${name}.png`, location.href).href})` : plain;
  $('share-ways').replaceChildren(...[
    ['Link', address],
    ['Page or slide', `<iframe src="${quoted(frame)}" title="${quoted(title)}" width="960" height="540" loading="lazy" allow="fullscreen"></iframe>`],
    ['Markdown', `[${picture}](${address})`],
  ].map(([what, text], i) => {
    const field = el('textarea', { readOnly: true, rows: i ? 3 : 2, value: text, id: `share-${i}` });
    field.addEventListener('focus', () => field.select());
    const take = button('Copy', { aria: `Copy: ${what}` });
    take.addEventListener('click', () => copy(text, 'Copied.'));
    return el('div', { className: 'way-out' }, el('label', { htmlFor: field.id, textContent: what }), field, take);
  }));
  $('sheet-share').showModal();
}
