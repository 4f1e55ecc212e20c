// The editor of problem files: a plain field of text with numbered lines, what the
// check says below it, and the explorer beside it.
import { $, button, el, option } from './dom.js';
import { file, tell } from './give.js';

const pause = 250; // milliseconds without a key before the text is checked
const touched = matchMedia('(pointer: coarse)'); // a focus would bring up the keyboard
const large = 1 << 20; // bytes beyond which a file is no problem file

export class Editor {
  // send speaks to the program, toggled is told when the editor opens or closes, and
  // study makes a study of the text.
  constructor(send, toggled, study) {
    Object.assign(this, { send, toggled, name: 'problem.toml', timer: 0, asked: null, saved: '', lines: 0, wrong: new Map() });
    const text = this.text = $('text');
    text.addEventListener('input', () => this.typed());
    text.addEventListener('scroll', () => { $('numbers').scrollTop = text.scrollTop; });
    $('save').addEventListener('click', () => this.save());
    $('open').addEventListener('click', () => $('file').click());
    $('file').addEventListener('change', () => { this.take($('file').files[0]); $('file').value = ''; });
    $('close-editor').addEventListener('click', () => this.show(false));
    $('template').addEventListener('change', (e) => {
      if (e.target.value !== 'none') this.ask(e.target.value === 'template' ? '' : e.target.value);
      e.target.value = 'none';
    });
    $('mistakes').addEventListener('click', (e) => {
      const at = e.target.closest('button')?.dataset;
      if (at) this.go(Number(at.line), Number(at.column));
    });
    // What a person measures is no replay: it becomes a study.
    this.begin = button('Begin a study of it…');
    this.begin.addEventListener('click', () => study());
    // Leaving would lose what is in no link and in no file.
    addEventListener('beforeunload', (e) => { if (this.unsaved()) e.preventDefault(); });
  }

  // offer fills the list of texts to start from.
  offer(scenarios) {
    $('template').replaceChildren(option('none', 'start from…'), option('template', 'a formula (template)'), option('manual', 'what a person measures (template)'), ...scenarios.map((s) => option(s.name, s.title || s.name)));
  }

  unsaved() { return this.wrong.size > 0 && this.text.value !== this.saved; }

  get visible() { return !$('editor').hidden; }

  show(on) {
    if (on === this.visible) return;
    $('editor').hidden = !on;
    $('edit').setAttribute('aria-expanded', String(on));
    if (on && !this.text.value) this.ask('.');
    if (on) this.number();
    this.toggled(on);
    if (on && !touched.matches) this.text.focus();
  }

  // ask wants the text of a scenario, of what is explored ("."), or the template ("").
  ask(name) {
    this.asked = name;
    this.send({ t: 'source', name });
  }

  // follow goes to another problem that is explored now, unless there is text in the
  // editor that would be lost.
  follow(problem) {
    if (problem === this.name) return;
    if (this.text.value !== this.saved) {
      $('verdict').className = 'quiet';
      $('verdict').textContent = 'The explorer is on another problem; a change here brings it back.';
      $('summary').textContent = '';
    } else if (this.visible) {
      this.ask('.');
    } else {
      this.text.value = this.saved = '';
    }
  }

  // answered takes the text that was asked for, or the one that came with a link; that
  // one, and what is explored already, need not be run.
  answered({ name, text, file: called, why }) {
    const asked = name === this.asked;
    if (name === '.' && !asked) return; // a file was opened meanwhile
    this.asked = null;
    if (!text) return tell(why || 'There is no text of this problem.');
    this.name = called || (name && name !== '.' ? `${name}.toml` : 'problem.toml');
    this.fill(text, asked && name !== '.');
  }

  // fill replaces the text so that the browser's undo brings the old one back.
  fill(text, check) {
    const field = this.text, focus = document.activeElement;
    field.focus({ preventScroll: true });
    field.select();
    if (!this.visible || !document.execCommand('insertText', false, text)) field.value = text;
    field.setSelectionRange(0, 0);
    field.scrollTop = 0;
    if (touched.matches || !this.visible) focus?.focus({ preventScroll: true }); // no keyboard springs up
    this.saved = field.value;
    clearTimeout(this.timer);
    this.number();
    check ? this.check() : this.checked({ ok: true, mistakes: [] });
  }

  async take(from) {
    if (!from) return;
    if (from.size > large) return tell(`${from.name} is too large for a problem file.`);
    this.name = from.name;
    this.asked = null;
    this.fill((await from.text()).replace(/\r\n?/g, '\n'), true);
  }

  save() {
    file(this.name, this.text.value, 'application/toml');
    this.saved = this.text.value;
  }

  typed() {
    this.number();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), pause);
  }

  check() {
    this.send({ t: 'text', text: this.text.value, name: this.name });
  }

  // checked shows what is wrong, each with its place and how to mend it.
  // A text that is right and cannot be shown has a word about it.
  checked({ ok, mistakes = [], text, manual }) {
    this.wrong = new Map(mistakes.map((m) => [m.line, m]));
    const verdict = $('verdict');
    verdict.className = ok ? 'right' : 'wrong';
    verdict.textContent = ok ? manual ? text : 'Right: the explorer is on it.' : mistakes.length === 1 ? 'One thing to mend:' : `${mistakes.length} things to mend:`;
    $('summary').textContent = ok && !manual && text || '';
    if (manual) verdict.append(' ', this.begin);
    $('mistakes').replaceChildren(...mistakes.map((m) => this.entry(m)));
    this.number();
  }

  entry(m) {
    const go = el('button', { type: 'button', data: { line: m.line, column: m.column } },
      el('b', { textContent: m.line ? `${m.line}:${m.column || 1}` : 'file' }), ` ${[m.field, m.text].filter(Boolean).join(': ')}`,
      m.mend ? el('span', { className: 'mend', textContent: m.mend }) : null);
    return el('li', {}, go);
  }

  // go puts the cursor at a place of the text.
  go(line, column) {
    const rows = this.text.value.split('\n');
    const row = Math.max(1, Math.min(line || 1, rows.length));
    const start = rows.slice(0, row - 1).reduce((n, r) => n + r.length + 1, 0);
    // Columns count characters; fields of text count halves of the rare ones.
    const at = start + [...rows[row - 1]].slice(0, Math.max(0, (column || 1) - 1)).join('').length;
    this.text.focus();
    this.text.setSelectionRange(at, Math.min(at + 1, start + rows[row - 1].length));
    this.text.scrollTop = Math.max(0, (row - 4) * parseFloat(getComputedStyle(this.text).lineHeight));
  }

  // number writes the numbers of the lines, and marks those with a mistake.
  number() {
    const lines = this.text.value.split('\n').length;
    const marks = [...this.wrong.keys()].join();
    if (lines === this.lines && marks === this.marks) return;
    Object.assign(this, { lines, marks });
    const numbers = [];
    for (let n = 1; n <= lines; n++) {
      numbers.push(el('div', { textContent: n, className: this.wrong.has(n) ? 'wrong' : '' }));
    }
    $('numbers').replaceChildren(...numbers);
    $('numbers').scrollTop = this.text.scrollTop;
  }
}
