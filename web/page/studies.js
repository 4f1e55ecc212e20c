// Live studies: those kept in this browser, a new one, one from a file, and each as
// a download that the command line opens. The program keeps them; here they are shown.
import { $, button, el, option } from './dom.js';
import { tell } from './give.js';

export class Studies {
  // send speaks to the program, toggled is told when the panel opens or closes, and
  // edited returns the text in the editor.
  constructor(send, toggled, edited) {
    Object.assign(this, { send, toggled, edited, box: $('studies'), asked: '' });
    this.build();
    this.box.addEventListener('click', (e) => {
      const { act, name } = e.target.closest('button')?.dataset ?? {};
      if (act) this[act](name);
    });
  }

  build() {
    const act = (name, text, more = {}) => button(text, { data: { act: name }, ...more });
    this.list = el('ul', { className: 'studies' });
    this.state = el('p', { className: 'trouble', hidden: true });
    this.state.setAttribute('role', 'status');
    this.name = el('input', { type: 'text', id: 'study-name', maxLength: 60, spellcheck: false, placeholder: 'lab' });
    this.problem = el('select', { id: 'study-problem' });
    this.problem.addEventListener('change', () => { this.chosen = this.problem.value; });
    this.policy = el('select', { id: 'study-policy' });
    this.file = el('input', { type: 'file', hidden: true });
    this.file.addEventListener('change', () => { this.take(this.file.files[0]); this.file.value = ''; });
    const row = (id, text, field) => el('div', { className: 'field' }, el('label', { htmlFor: id, textContent: text }), field);
    this.policyRow = row('study-policy', 'Policy', this.policy);
    this.box.replaceChildren(
      el('div', { className: 'bar' }, el('h2', { textContent: 'Live studies' }), act('pick', 'Open a file…'), act('close', '×', { aria: 'Close the studies', title: 'Close', className: 'cross' }), this.file),
      el('div', { className: 'scroll' },
        el('p', { className: 'quiet', textContent: 'A study suggests what to measure next; you tell what came of it and what it cost. It is kept in this browser and nowhere else: download it to have it elsewhere. “farsight study” and “farsight explore” open the file.' }),
        this.state, this.list,
        el('h3', { textContent: 'Begin one' }),
        row('study-problem', 'Problem', this.problem), this.policyRow, row('study-name', 'Name', this.name),
        this.beginning = el('p', {}, act('begin', 'Begin the study'))));
    this.name.addEventListener('input', () => this.mended());
  }

  get visible() { return !this.box.hidden; }

  show(on) {
    if (on === this.visible) return;
    this.box.hidden = !on;
    $('lab').setAttribute('aria-expanded', String(on));
    if (on) {
      this.sources();
      this.refresh();
    }
    this.toggled(on);
  }

  close() { this.show(false); }

  // refresh asks what there is, once things stand: also when something was kept.
  refresh() {
    if (!this.visible) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send({ t: 'study', do: 'list' }), 200);
  }

  // offer is told what a study can be begun from.
  offer(scenarios, policies = []) {
    this.scenarios = scenarios;
    this.policy.replaceChildren(option('', 'as the problem says'), ...policies.map((p) => option(p.id, p.title)));
    this.policyRow.hidden = policies.length === 0;
    this.sources();
  }

  sources() {
    const chosen = this.chosen ?? '.'; // what is being written is what is wanted, if nothing was said
    const own = this.edited() ? [option('.', 'the text in the editor')] : [];
    this.problem.replaceChildren(...own, ...(this.scenarios ?? []).map((s) => option(s.name, s.title || s.name)));
    if ([...this.problem.options].some((o) => o.value === chosen)) this.problem.value = chosen;
  }

  // of opens the panel for a study of a problem; "." is the text in the editor.
  of(problem) {
    this.chosen = problem;
    this.show(true);
    this.name.focus();
  }

  begin() {
    const own = this.problem.value === '.';
    const name = this.name.value.trim() || (own ? 'lab' : this.problem.value);
    this.send({ t: 'study', do: 'new', name, policy: this.policy.value, seed: '', ...(own ? { text: this.edited() } : { scenario: this.problem.value }) });
  }

  pick() { this.file.click(); }

  async take(from, salvage = false) {
    if (!from) return;
    this.asked = from;
    this.send({ t: 'study', do: 'take', name: from.name, bytes: new Uint8Array(await from.arrayBuffer()), salvage });
  }

  open(name) { this.send({ t: 'study', do: 'open', name }); }
  leave() { this.send({ t: 'study', do: 'close' }); }
  download(name) { this.send({ t: 'study', do: 'download', name }); }

  // remove asks first: what is removed here is gone if it was not downloaded.
  remove(name) {
    this.asking = name;
    this.ask();
    this.find('keep', name)?.focus();
  }
  removeNow(name) {
    this.keep();
    this.send({ t: 'study', do: 'remove', name });
  }
  keep() {
    this.asking = null;
    this.ask();
  }

  // ask puts the question below the study it is about, and nowhere else.
  ask() {
    this.list.querySelector('.ask')?.remove();
    const name = this.asking;
    [...this.list.children].find((li) => name && li.dataset.name === name)?.append(el('p', { className: 'ask' }, `Remove “${name}” and all it holds from this browser? `,
      button('Remove', { className: 'danger', data: { act: 'removeNow', name } }), ' ', button('Keep', { data: { act: 'keep', name } })));
  }

  find(act, name) {
    return [...this.list.querySelectorAll('button')].find((b) => b.dataset.act === act && b.dataset.name === name);
  }

  // listed shows the studies there are.
  listed({ list = [], open = '', keeps }) {
    const { act, name } = this.list.contains(document.activeElement) ? document.activeElement.dataset : {};
    this.list.replaceChildren(...list.map((s) => this.entry(s, s.name === open)));
    this.ask(); // a question that was open stays so
    if (!this.state.hidden) this.place(); // and so does what went wrong
    if (act) this.find(act, name)?.focus();
    if (!list.length) this.list.append(el('li', { className: 'quiet', textContent: 'None yet.' }));
    if (keeps) this.kept(keeps);
  }

  entry(s, on) {
    const act = (name, text, label) => button(text, { aria: `${label} ${s.name}`, data: { act: name, name: s.name } });
    // What cannot be opened, here or anywhere, has nothing to tell: it can be downloaded and removed.
    const bad = s.trouble && !s.elsewhere;
    const told = `${s.evaluations} measured${s.initial ? ` after ${s.initial} initial` : ''}`;
    const facts = [s.title, s.policy, told, s.budget ? `${s.left} of ${s.budget} ${s.unit ?? ''} left`.trim() : '', s.best ? `best ${s.best}` : ''].filter(Boolean);
    const open = bad ? null : on ? act('leave', 'Leave', 'Leave') : act('open', 'Open', 'Open');
    return el('li', { data: { name: s.name }, className: on ? 'on' : '' },
      el('b', { textContent: s.name }), bad ? null : el('span', { className: 'quiet', textContent: facts.join(' · ') }),
      s.trouble ? el('span', { className: 'wrong', textContent: bad ? `Cannot be opened: ${s.trouble}` : s.trouble }) : null,
      el('span', { className: 'acts' }, open, act('download', 'Download', 'Download'), act('remove', 'Remove…', 'Remove')));
  }

  // answered says what became of a wish.
  answered({ did, name, ok, why, salvageable }) {
    if (ok) {
      this.mended();
      if (why) tell(why);
      // Asked for with the first study: browsers clear other storage when they run short.
      if (did === 'new' || did === 'take') navigator.storage?.persist?.().catch(() => {});
      if (did === 'new' || did === 'open' || did === 'take') this.opened?.();
      return;
    }
    this.complain(why || `${name}: that did not work.`, did, name);
    if (salvageable && this.asked) {
      const from = this.asked;
      const mend = button('Take what can be saved of it');
      mend.addEventListener('click', () => this.take(from, true));
      this.state.append(' ', mend);
    }
  }

  // kept tells whether the browser keeps what is saved; what it refuses is said
  // until it is kept again.
  kept({ ok, why }) {
    if (!ok) this.complain(why || 'The browser does not keep anything for this page: download a study before you leave.');
    else if (!this.wrong?.did) this.mended();
  }

  // complain says what went wrong where it was wished for: at the study, at the fields
  // of a new one, or else above all. It stands until something has gone right.
  complain(text, did = '', name = '') {
    this.state.textContent = text;
    this.state.hidden = false;
    this.wrong = { did, name };
    this.place();
    this.state.scrollIntoView({ block: 'nearest' });
  }

  place() {
    const { did, name } = this.wrong;
    const at = did !== 'new' && did !== 'take' && [...this.list.children].find((li) => li.dataset.name === name);
    if (at) at.append(this.state);
    else if (did === 'new') this.beginning.after(this.state);
    else this.list.before(this.state);
  }

  mended() { this.state.hidden = true; }
}
