// The page: starts the program in its worker, shows its frames, sends it what the
// visitor does, and holds the parts together.
import { file, load, run } from './program.js';
import { Stage, letters } from './stage.js';
import * as keys from './keys.js';
import * as pointer from './pointer.js';
import { Editor } from './editor.js';
import { Studies } from './studies.js';
import * as give from './give.js';
import { Address } from './address.js';
import { hang, hung } from './poster.js';
import { share } from './share.js';
import { $, button, el, option } from './dom.js';

const root = document.documentElement, asked = new URLSearchParams(location.search), embedded = asked.has('embed');
let front = null, waiting = null, module = null, said = '', problem = null;

const leads = new Set(['key', 'open', 'text', 'study']); // messages of a visitor who goes somewhere
const send = (message, transfer) => {
  if (leads.has(message.t) || message.kind === 'press') address.led();
  front?.send(message, transfer);
};
const address = new Address((link) => send({ t: 'link', link }), !embedded);
const stage = new Stage($('stage'), $('frame'), ({ w, h, tall }) => send({ t: 'size', w, h, tall }));
const editor = new Editor(send, (on) => { if (on) studies.show(false); sides(on ? 'text' : 'stage'); }, () => studies.of('.'));
const studies = new Studies(send, (on) => { if (on) editor.show(false); sides(on ? 'text' : 'stage'); }, () => editor.text.value);
// Who has opened a study goes on with it: what is typed is the result's.
studies.opened = () => { sides('stage'); stage.box.focus({ preventScroll: true }); };

// What the program says.
const on = {
  progress: ({ text, loaded, total }) => loading(text, loaded, total),
  ready, frame,
  checked: (m) => editor.checked(m),
  source: (m) => editor.answered(m),
  studies: (m) => studies.listed(m),
  study: (m) => studies.answered(m),
  kept,
  changed: () => studies.refresh(),
  file: ({ name, bytes, type }) => give.file(name, bytes, type),
  copy: ({ text }) => give.copy(text, 'Copied.'),
  note: ({ text }) => give.tell(text),
  fatal: ({ text }) => lost(text),
};

// Starting

// An embedded page is a picture until it is clicked: it loads no program and takes no
// key from the page around it.
function woken() {
  $('loaded').textContent = 'Click to explore';
  $('progress').hidden = true;
  return new Promise((done) => {
    $('loading').addEventListener('click', done, { once: true });
    stage.box.addEventListener('keydown', (e) => { if (e.key === 'Enter' || e.key === ' ') done(); });
  }).then(() => { $('progress').hidden = false; });
}

// wanted is the link that the page is of, with what the part of the address after ?
// says of it; what others add there is not ours.
const subjects = ['scenario', 'tour', 'map', 'study', 'problem'];
const parts = new Set([...subjects, 'name', 'frame', 'presenter', 'policy', 'seed', 'screen', 'step', 'node', 'budget', 'part', 'epsilon', 'delta']);
function wanted() {
  const link = new URLSearchParams([...asked].filter(([name]) => parts.has(name)));
  const own = subjects.some((name) => link.has(name)) ? '' : root.dataset.link;
  return [own, link.toString()].filter(Boolean).join('&');
}

async function start() {
  if ('trouble' in root.dataset) return; // early.js has said why it cannot
  const at = location.hash.slice(1) || wanted();
  if ('site' in root.dataset) hang(at, root.dataset.look);
  await hung();
  if (embedded) await woken();
  waiting = run(on, lost); // its scripts come with the program
  try {
    module ??= await load((got, total) => loading('Loading the explorer', got, total));
    loading('Starting the explorer');
    begin(at);
  } catch (e) {
    halt(`The explorer could not be loaded: ${e.message}. Look after the connection and reload the page; it needs a browser of 2022 or later that allows WebAssembly.`, ['Reload', () => location.reload()]);
  }
}

function begin(at) {
  front?.end();
  stage.clear();
  front = waiting ?? run(on, lost);
  waiting = null;
  const { w, h, tall } = stage.cells;
  address.expect(at);
  send({ t: 'start', w, h, tall, dark: dark(), motion: still.matches ? 'off' : '', link: at, program: module });
  if (document.hidden) hidden();
}

// A page that nobody sees computes nothing.
function hidden() {
  front?.send({ t: 'hidden', hidden: document.hidden });
}
document.addEventListener('visibilitychange', hidden);

function loading(text, got, total) {
  const bar = $('progress'), mega = (n) => (n / 1e6).toFixed(1);
  if (total) {
    bar.max = total;
    bar.value = got;
  } else {
    bar.removeAttribute('value');
  }
  $('loaded').textContent = text + (total ? `, ${mega(got)} of ${mega(total)} MB` : got ? `, ${mega(got)} MB` : '…');
}

function ready({ scenarios = [], problems = [], tours = [], policies = [] }) {
  const groups = [...new Set(scenarios.map((s) => s.kind))].map((kind) => group(kind, scenarios.filter((s) => s.kind === kind), 'scenario'));
  if (problems.length) groups.unshift(group('of this course', problems, 'problem'));
  $('problem').replaceChildren(option('', 'another problem…'), ...groups);
  choose();
  $('tour').dataset.name = tours[0]?.name ?? '';
  $('other-tour').hidden = tours.length < 2; // a course has its own, and ours
  $('other-tour').dataset.name = tours[1]?.name ?? '';
  editor.offer([...problems, ...scenarios]);
  studies.offer([...problems, ...scenarios], policies);
  for (const id of ['problem', 'tour', 'predict', 'map', 'edit', 'lab', 'link']) $(id).disabled = false;
  if ('site' in root.dataset) navigator.serviceWorker?.register(`offline.js?${file}`).catch(() => {}); // where it may not, a network is needed
  if (asked.has('make')) {
    editor.show(true);
    editor.ask('');
  }
}

// choose shows which problem is explored; a file of the visitor's is not in the list.
function choose() {
  $('problem').value = problem ?? '';
  if ($('problem').selectedIndex < 0) $('problem').value = '';
}

const group = (label, list, what) => el('optgroup', { label }, ...list.map((s) => option(s.name, s.title || s.name, { what })));

// Frames

function frame(f) {
  if (!$('loading').hidden) {
    $('loading').hidden = true;
    root.classList.add('running');
    if (document.activeElement === document.body) stage.box.focus({ preventScroll: true });
  }
  stage.show(f);
  if (f.title !== undefined) {
    document.title = f.title ? `${f.title} · Farsight` : 'Farsight';
    $('frame').setAttribute('aria-label', f.title || 'The explorer');
  }
  if (f.problem !== undefined && f.problem !== problem) {
    problem = f.problem;
    choose();
    editor.follow(problem);
  }
  if (f.closed) shut(f.closed);
  if (f.link !== undefined) address.follow(f.link);
  if (f.said !== undefined && f.said !== said) speak(f.said);
  if (f.tabs) tabs(f.tabs);
  if (f.screen !== undefined) $('keys').dataset.screen = f.screen;
  if (f.playing !== undefined) {
    $('play').classList.toggle('on', f.playing);
    $('play').setAttribute('aria-label', f.playing ? 'Pause' : 'Play');
  }
  if (f.typing !== undefined) typing(f.typing);
}

// typing shows phones the way to their keyboard while the explorer takes text.
function typing(on) {
  if ($('keyboard').classList.contains('wanted') === on) return;
  $('keyboard').classList.toggle('wanted', on);
  if (on) more(true);
}
function more(on) {
  $('more').hidden = !on;
  $('dots').setAttribute('aria-expanded', String(on));
}

// speak says the frame in words to those who do not see it: once it stands, for
// nobody hears every frame of a motion.
let speaking = 0;
function speak(text) {
  said = text;
  clearTimeout(speaking);
  speaking = setTimeout(() => { $('words').textContent = said; }, 300);
}

// shut says that a link could not be opened. While that is said the address stays
// the link's: it can be tried again, here or by loading the page anew.
let refused = { link: '', why: '' };
function shut(closed) {
  if (closed.link === refused.link && closed.why === refused.why) return;
  refused = closed;
  address.refuse(refused.link);
  if (!refused.link) return calm('link');
  trouble('link', `This link cannot be opened: ${refused.why}`,
    ['Try again', () => send({ t: 'link', link: refused.link })], ['Go on without it', () => send({ t: 'dismiss' })]);
}

function tabs(list) {
  const same = JSON.stringify(list);
  if (same === $('tabs').dataset.same) return;
  $('tabs').dataset.same = same;
  $('tabs').replaceChildren(...(list.length > 1 ? list : []).map((t) => { // one screen needs no choice
    const b = button(t.title, { data: { key: t.key } });
    if (t.on) b.setAttribute('aria-current', 'true');
    return b;
  }));
  const shown = $('tabs').querySelector('[aria-current]')?.getBoundingClientRect(), all = $('tabs').getBoundingClientRect();
  if (shown) $('tabs').scrollLeft += Math.min(0, shown.left - all.left) + Math.max(0, shown.right - all.right); // the page stays
}

// What goes wrong

// trouble says what is wrong with something, until that is calm; acts are words and
// what they do. What is wrong with something else stands beside it.
function trouble(about, text, ...acts) {
  calm(about);
  const does = acts.map(([word, act]) => {
    const b = button(word);
    b.addEventListener('click', act);
    return b;
  });
  $('trouble').append(el('div', { data: { about } }, el('p', { textContent: text }), ...does));
  $('trouble').hidden = false;
}
function calm(about) {
  $('trouble').querySelector(`[data-about=${about}]`)?.remove();
  $('trouble').hidden = !$('trouble').childElementCount;
}

// halt says why the program does not run.
function halt(text, act) {
  $('progress').hidden = $('loaded').hidden = true;
  trouble('program', text, act);
}

// lost is called when the program has ended; it starts again where it was, with
// what is stored.
function lost(text) {
  front?.end();
  front = waiting = null;
  halt(`The explorer has stopped: ${text || 'no reason was given'}. Nothing that was saved is lost.`, ['Start again', () => {
    calm('program');
    begin(refused.link || address.link);
  }]);
}

// kept says what the browser refuses to keep, wherever the visitor looks.
function kept(m) {
  studies.kept(m);
  if (m.ok) calm('kept');
  else trouble('kept', m.why, ['Understood', () => calm('kept')]);
}

// Colours, letters, full screen

const light = matchMedia('(prefers-color-scheme: light)'), still = matchMedia('(prefers-reduced-motion: reduce)');
const dark = () => (root.dataset.look ?? (light.matches ? 'light' : 'dark')) === 'dark';
function look() {
  $('look').textContent = dark() ? 'Light' : 'Dark';
  send({ t: 'look', dark: dark() });
}
light.addEventListener('change', look);
$('look').addEventListener('click', () => { root.dataset.look = dark() ? 'light' : 'dark'; look(); });

function resize(by) {
  const at = Math.max(0, Math.min(letters.length - 1, letters.indexOf(stage.scale) + by));
  stage.letters(letters[at]);
  $('smaller').disabled = at === 0;
  $('larger').disabled = at === letters.length - 1;
}
$('smaller').addEventListener('click', () => resize(-1));
$('larger').addEventListener('click', () => resize(1));

$('full').hidden = !document.fullscreenEnabled;
$('full').addEventListener('click', () => { document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen(); });
document.addEventListener('fullscreenchange', () => {
  root.classList.toggle('full', Boolean(document.fullscreenElement));
  if (document.fullscreenElement) navigator.keyboard?.lock?.(['Escape']).catch(() => {}); // esc is the explorer's; held, it leaves
  stage.box.focus();
});

// Buttons of the page

const open = (what, name = '') => { send({ t: 'open', what, name }); done(); };
// done gives the keys back to the explorer.
function done() {
  menu(false);
  stage.box.focus({ preventScroll: true });
}
function menu(open) {
  $('tools').classList.toggle('open', open);
  $('menu').setAttribute('aria-expanded', String(open));
}
$('menu').hidden = false;
// A click beside the open menu closes it and does nothing else.
document.addEventListener('pointerdown', (e) => {
  if (!$('tools').classList.contains('open') || e.target.closest('#tools, #menu')) return;
  e.preventDefault();
  e.stopPropagation();
  menu(false);
}, true);
// Escape leaves what is beside the explorer.
document.addEventListener('keydown', (e) => {
  if (e.key !== 'Escape' || !e.target.closest('#top, #editor, #studies')) return;
  e.preventDefault();
  done();
}, true);
$('menu').addEventListener('click', () => menu(!$('tools').classList.contains('open')));
// Who goes through the list by the arrow keys stays at it.
let typed = false;
$('problem').addEventListener('keydown', () => { typed = true; });
$('problem').addEventListener('pointerdown', () => { typed = false; });
$('problem').addEventListener('change', ({ target: { value, selectedOptions: [o] } }) => {
  if (!value) return;
  send({ t: 'open', what: o.dataset.what, name: value });
  if (!typed) done();
});
for (const id of ['tour', 'other-tour']) $(id).addEventListener('click', (e) => open('tour', e.target.dataset.name));
$('predict').addEventListener('click', () => open('predict'));
$('map').addEventListener('click', () => open('map'));
$('edit').addEventListener('click', () => { menu(false); editor.show(!editor.visible); });
$('lab').addEventListener('click', () => { menu(false); studies.show(!studies.visible); });
$('link').addEventListener('click', () => {
  menu(false);
  share(address.link, document.title);
});
$('about').addEventListener('click', () => { menu(false); $('sheet-about').showModal(); });
$('about-close').addEventListener('click', () => $('sheet-about').close());
$('copy-close').addEventListener('click', () => $('sheet-copy').close());
$('share-close').addEventListener('click', () => $('sheet-share').close());
$('skip').addEventListener('click', (e) => { e.preventDefault(); stage.box.focus(); });
// Who clicked with the mouse or a finger goes on with the explorer; who pressed a key stays at the button.
for (const id of ['smaller', 'larger', 'look']) $(id).addEventListener('click', (e) => { if (e.detail) stage.box.focus({ preventScroll: true }); });
$('dots').addEventListener('click', () => more($('more').hidden));

// A file that is dropped anywhere is opened: a study, or else a problem.
addEventListener('dragover', (e) => { if (e.dataTransfer.types.includes('Files')) e.preventDefault(); });
addEventListener('drop', (e) => {
  const [file] = e.dataTransfer.files;
  if (!file || !front) return;
  e.preventDefault();
  const panel = file.name.endsWith('.study') ? studies : editor;
  panel.show(true);
  panel.take(file);
});

// On phones text and explorer take turns.
function sides(which) {
  const two = editor.visible || studies.visible;
  root.dataset.side = two ? which : 'stage';
  root.classList.toggle('two', two);
  $('sides').hidden = !two;
  $('side-text').textContent = studies.visible ? 'Studies' : 'Problem';
  for (const side of ['text', 'stage']) $(`side-${side}`).setAttribute('aria-selected', String(root.dataset.side === side));
  if (!two) stage.box.focus({ preventScroll: true });
}
for (const side of ['text', 'stage']) $(`side-${side}`).addEventListener('click', () => sides(side));

keys.listen(stage.box, send, () => {
  if (embedded) return leave();
  const inside = document.activeElement?.closest('#stage');
  inside ? ($('menu').offsetParent ? $('menu') : $('problem')).focus() : stage.box.focus();
});
// leave gives the keys back to the page around an embedded one.
function leave() {
  document.activeElement?.blur();
  parent.focus();
}
keys.bar($('keys'), send);
keys.strip({ box: $('type-strip'), input: $('type'), done: $('type-done'), toggle: $('keyboard'), stage: stage.box }, send);
pointer.listen(stage, send);
look();
stage.measure();
// The gallery needs no program: its links lead to pages that have one.
if (root.classList.contains('start')) addEventListener('hashchange', () => location.reload());
else start();
