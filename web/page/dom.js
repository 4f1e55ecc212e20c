// What all parts of the page need of a document.

export const $ = (id) => document.getElementById(id);

// el makes an element with properties, data, a label (aria) for those who do
// not see it, and what is in it.
export function el(tag, { data = {}, aria, ...properties } = {}, ...inside) {
  const e = Object.assign(document.createElement(tag), properties);
  Object.assign(e.dataset, data);
  if (aria) e.setAttribute('aria-label', aria);
  e.append(...inside.filter((x) => x !== null && x !== undefined));
  return e;
}

// button makes a button.
export const button = (text, more = {}) => el('button', { type: 'button', textContent: text, ...more });

// option makes an entry of a list.
export const option = (value, text, data = {}) => el('option', { value, textContent: text, data });
