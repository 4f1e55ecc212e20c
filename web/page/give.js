// What the page gives to the visitor: files, the clipboard, and a word about it.

import { $, el } from './dom.js';

let timer = 0;

// tell shows a short note for a while.
export function tell(text) {
  const note = $('note');
  note.textContent = text;
  note.classList.add('seen');
  clearTimeout(timer);
  timer = setTimeout(() => note.classList.remove('seen'), 3500);
}

// file hands out a file as a download.
export function file(name, bytes, type = 'application/octet-stream') {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// copy puts text on the clipboard; where the browser does not allow it, the text is
// shown to be copied by hand.
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    tell(done);
  } catch {
    $('copy-text').value = text;
    $('sheet-copy').showModal();
    $('copy-text').select();
  }
}
