'use strict';
// What must be said even where modules are not understood or may not be loaded. The
// first trouble is the cause of what comes after it: it stands, and the page that
// finds data-trouble set does not start.
(() => {
  const root = document.documentElement;
  // A link with something to open leads past the gallery.
  const asked = new URLSearchParams(location.search), look = asked.get('look');
  if (location.hash.length > 1 || ['embed', 'make', 'scenario', 'tour', 'map', 'study', 'problem'].some((name) => asked.has(name))) root.classList.remove('start');
  if (asked.has('embed')) root.classList.add('embed');
  if (look === 'dark' || look === 'light') root.dataset.look = look;
  const trouble = (text) => {
    if ('trouble' in root.dataset) return;
    root.dataset.trouble = '';
    const say = () => {
      const box = document.getElementById('trouble');
      box.textContent = text;
      box.hidden = false;
      for (const id of ['progress', 'loaded']) document.getElementById(id).hidden = true;
    };
    document.readyState === 'loading' ? addEventListener('DOMContentLoaded', say) : say();
  };
  // compiles tells whether programs may be compiled: the shortest there is, at once.
  const compiles = () => {
    try {
      return Boolean(new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])));
    } catch (e) {
      return false;
    }
  };
  const instead = '“go run .” in the sources starts the explorer in a terminal.';
  if (location.protocol === 'file:') {
    trouble('Browsers do not start programs from a folder of the disk. Serve the folder instead: run “python3 -m http.server” in it and open http://localhost:8000, or put it on any static host.');
  } else if (typeof WebAssembly !== 'object') {
    trouble(`This browser has no WebAssembly, or it is switched off (some hardened or enterprise settings do). Allow it for this page, or use another browser; ${instead}`);
  } else if (!compiles()) {
    trouble(`WebAssembly is blocked for this page, by a setting of the browser or by the host: a Content-Security-Policy that it sends must have 'wasm-unsafe-eval' in script-src. Allow it, or use another browser or host; ${instead}`);
  } else if (!('noModule' in HTMLScriptElement.prototype)) {
    trouble('This browser is too old for the explorer: it needs one of 2022 or later.');
  }
  addEventListener('error', (e) => {
    if (e.target && e.target.tagName === 'SCRIPT') {
      trouble(`A part of the page could not be loaded (${e.target.getAttribute('src')}). Reload the page; if it stays so, the folder on the host is not complete.`);
    }
  }, true);
})();
