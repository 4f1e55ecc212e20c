// The address follows what is shown, and Back and Forward lead to what was. Another
// problem, screen, tour or study is an entry of the history; a step changes the entry.
import { page } from './poster.js';

const entry = (link) => {
  const at = new URLSearchParams(link);
  return ['tour', 'map', 'study', 'scenario', 'name', 'screen'].map((name) => at.get(name) ?? '').join('\n');
};
const pause = 300; // milliseconds between two changes: browsers refuse many a second

export class Address {
  // go has the program follow a link. Where an address is not ours to change, as in
  // a frame of another page, it stays.
  constructor(go, ours) {
    Object.assign(this, { link: '', refused: '', going: null, at: null, timer: 0, ours });
    addEventListener('popstate', () => {
      const to = location.hash.slice(1);
      if (!to && 'site' in document.documentElement.dataset) return location.reload(); // the gallery
      if (to === (this.refused || this.link)) return;
      this.expect(to);
      go(this.link = to);
    });
  }

  // expect keeps the address as it is until the link is shown, whatever is shown on the
  // way there; led ends that: whoever presses keys leads.
  expect(link) {
    this.stop();
    this.at = entry(link);
    this.going = link || null;
  }
  led() { this.going = null; }

  // follow is told the link to what is shown.
  follow(to) {
    if (to === this.link && this.going === null) return;
    const was = this.link;
    this.link = to;
    if (this.going !== null && entry(to) !== entry(this.going)) return;
    this.going = null;
    if (this.at !== null && entry(to) !== this.at && !this.refused) {
      if (this.timer) this.write('replaceState', was); // the step it was left at
      return this.write('pushState', to);
    }
    this.timer ||= setTimeout(() => this.settle(), pause);
  }

  // refuse keeps the address at a link that cannot be opened, while that is said;
  // '': it is no longer.
  refuse(link) {
    this.refused = link;
    this.led();
    this.at = null;
    this.timer ||= setTimeout(() => this.settle(), pause);
  }

  // settle writes what is to be written at once.
  settle() { this.write('replaceState', this.refused || this.link); }

  write(how, link) {
    this.stop();
    this.at = entry(link);
    if (!this.ours) return;
    try { history[how](null, '', page(link)); } catch { /* too often: the next one will do */ }
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }
}
