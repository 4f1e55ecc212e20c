// Keys go to the explorer by bubbletea's names; those of the browser stay the browser's.

const names = {
  ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', Enter: 'enter', Escape: 'esc', Backspace: 'backspace',
  Delete: 'delete', Tab: 'tab', Home: 'home', End: 'end', PageUp: 'pgup', PageDown: 'pgdown', Insert: 'insert',
};
const shifted = new Set(['tab', 'left', 'right', 'up', 'down', 'home', 'end']);

// named is what the explorer calls a key, or "" for one that is not its own.
export function named(e) {
  if (e.isComposing || e.metaKey) return '';
  const letter = [...e.key].length === 1;
  // Many keyboards have [ ] { } | only with AltGr or, Apple's, Option.
  const sign = letter && (e.getModifierState?.('AltGraph') || apple && e.altKey && !e.ctrlKey);
  if ((e.ctrlKey || e.altKey) && !sign) return '';
  if (letter) return e.key;
  const name = names[e.key] ?? '';
  return e.shiftKey && shifted.has(name) ? `shift+${name}` : name;
}

const apple = /Mac|iPhone|iPad/.test(navigator.platform);

// taken tells whether what has the focus wants the key for itself.
function taken(el, e) {
  if (el.closest('textarea,input,select,dialog,[contenteditable]')) return true;
  const button = el.closest('button,a,summary');
  if (button) return e.key === 'Enter' || e.key === ' ' || e.key === 'Tab' || e.key === 'Escape' && button.closest('#tools,section');
  // Where nothing has the focus, tab finds the page's buttons.
  return e.key === 'Tab' && !el.closest('#stage');
}

// listen sends the keys and what is pasted; leave is called for F6.
export function listen(stage, send, leave) {
  document.addEventListener('keydown', (e) => {
    if (e.key === 'F6' && !e.ctrlKey && !e.altKey && !e.metaKey) {
      e.preventDefault();
      return leave();
    }
    if (e.defaultPrevented || taken(e.target, e)) return;
    const key = named(e);
    if (!key) return;
    e.preventDefault();
    send({ t: 'key', key });
  });
  document.addEventListener('paste', (e) => {
    const text = e.clipboardData?.getData('text/plain');
    if (!text || e.target.closest('textarea,input,dialog')) return;
    e.preventDefault();
    send({ t: 'key', key: text, paste: true });
  });
}

// bar makes the buttons of the bar press keys; they do not take the focus, so that
// a keyboard that is there goes on speaking to the explorer.
export function bar(el, send) {
  el.addEventListener('mousedown', (e) => e.preventDefault());
  el.addEventListener('click', (e) => {
    const key = e.target.closest('[data-key]')?.dataset.key;
    if (key) send({ t: 'key', key });
  });
}

// strip is a line for phones: what is typed there goes on to the explorer, letter
// by letter. Keyboards of phones rewrite words while they are typed, so that what is
// sent is the difference to what stood there; a blank stays, for there must be
// something to delete.
export function strip({ box, input, done, toggle, stage }, send) {
  let was = ' ';
  const empty = () => {
    input.value = was = ' ';
    input.setSelectionRange(1, 1);
  };
  const close = () => {
    box.hidden = true;
    toggle.setAttribute('aria-pressed', 'false');
    stage.focus();
  };
  toggle.addEventListener('click', () => {
    if (!box.hidden) return close();
    box.hidden = false;
    toggle.setAttribute('aria-pressed', 'true');
    empty();
    input.focus();
  });
  done.addEventListener('click', close);
  input.addEventListener('keydown', (e) => {
    const key = named(e);
    if (!key || [...key].length === 1 || ['backspace', 'delete', 'tab', 'shift+tab'].includes(key)) return; // input says what came of it
    e.preventDefault();
    send({ t: 'key', key });
    empty();
  });
  input.addEventListener('input', (e) => {
    const old = [...was], now = [...input.value];
    let same = 0;
    while (same < old.length && same < now.length && old[same] === now[same]) same++;
    for (let n = same; n < old.length; n++) send({ t: 'key', key: 'backspace' });
    for (const letter of now.slice(same)) send({ t: 'key', key: letter });
    was = input.value;
    if (!e.isComposing && (was === '' || was.length > 40)) empty();
  });
}
