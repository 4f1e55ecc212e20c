'use strict';
(() => {
  const root = document.documentElement, $ = (id) => document.getElementById(id);
  const frames = [...document.querySelectorAll('section')];
  const slider = $('slider'), play = $('play');
  let at = 0, timer = 0;

  // clamp keeps a number of a frame among those there are.
  const clamp = (n) => Math.max(0, Math.min(frames.length - 1, n));

  function show(n, aloud) {
    at = clamp(n);
    frames.forEach((f, i) => { f.hidden = i !== at; });
    const title = frames[at].querySelector('h2').textContent;
    slider.value = at;
    slider.setAttribute('aria-valuetext', title);
    $('place').textContent = `${frames[at].dataset.number} / ${frames[at].dataset.of}`;
    $('back').disabled = at === 0;
    $('next').disabled = at === frames.length - 1;
    if (!aloud) return;
    const words = [...frames[at].querySelectorAll('.said,figcaption')].map((c) => c.textContent);
    $('said').textContent = [title, ...words].join('. ');
    try { history.replaceState(null, '', '#' + frames[at].dataset.number); } catch { /* some viewers have no address */ }
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = 'Play';
  }

  function wait() {
    timer = setTimeout(() => {
      show(at + 1, true);
      at < frames.length - 1 ? wait() : stop();
    }, Number(frames[at].dataset.hold));
  }

  function toggle() {
    if (timer) return stop();
    if (at === frames.length - 1) show(0, true);
    play.textContent = 'Pause';
    wait();
  }

  const go = (n) => { stop(); show(n, true); };
  const keys = {
    ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), PageDown: () => go(at + 1), PageUp: () => go(at - 1),
    Home: () => go(0), End: () => go(frames.length - 1), ' ': toggle,
  };

  // taken tells whether what has the focus wants the key for itself.
  function taken(el, key) {
    if (el.closest('button,summary')) return key === ' ';
    const box = el.closest('.scroll');
    return box && box.scrollWidth > box.clientWidth && key.startsWith('Arrow');
  }

  document.addEventListener('keydown', (e) => {
    const act = keys[e.key];
    if (!act || e.ctrlKey || e.altKey || e.metaKey) return;
    if (taken(e.target, e.key)) return;
    e.preventDefault();
    act();
  });
  slider.addEventListener('input', () => go(Number(slider.value)));
  $('back').addEventListener('click', keys.ArrowLeft);
  $('next').addEventListener('click', keys.ArrowRight);
  play.addEventListener('click', toggle);

  const dark = () => root.dataset.theme ? root.dataset.theme === 'dark' : !matchMedia('(prefers-color-scheme: light)').matches;
  const name = () => { $('theme').textContent = dark() ? 'Light' : 'Dark'; };
  $('theme').addEventListener('click', () => { root.dataset.theme = dark() ? 'light' : 'dark'; name(); });
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', name);
  // asked is the frame of the address: tour.html#3 is the one that is called 3.
  const asked = () => Number(location.hash.slice(1)) - Number(frames[0].dataset.number) || 0;
  addEventListener('hashchange', () => show(asked(), false));

  // What a chart says where the pointer is, at once; without scripts browsers show it after a while.
  const value = $('value');
  document.addEventListener('pointermove', (e) => {
    const title = e.target.closest('path')?.querySelector('title');
    if (title) {
      title.parentNode.setAttribute('aria-label', title.textContent);
      title.remove(); // or the browser would say it, too
    }
    const words = e.target.closest('svg path')?.getAttribute('aria-label');
    value.hidden = !words;
    if (!words) return;
    value.textContent = words;
    const right = e.clientX + 16 + value.offsetWidth > innerWidth;
    value.style.left = `${right ? e.clientX - 16 - value.offsetWidth : e.clientX + 16}px`;
    value.style.top = `${Math.max(0, Math.min(e.clientY - 8, innerHeight - value.offsetHeight))}px`;
  });

  root.classList.add('js');
  name();
  show(asked(), false);
})();
