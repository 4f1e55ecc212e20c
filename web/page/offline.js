'use strict';
// Keeps a copy of the site, so that it opens without a network after the first visit.
// With a network everything comes from the host, as if this were not here: a new site
// is seen at once. The copy is one version's as a whole, and a new one replaces it.

const version = '', files = []; // written when the site is made; the program as the page got it is the address's

const mine = `farsight ${registration.scope} `; // other folders of the host have copies of their own
const copy = mine + version;

addEventListener('install', (e) => {
  skipWaiting();
  e.waitUntil(caches.open(copy).then((c) => c.addAll([...files, location.search.slice(1)])));
});

addEventListener('activate', (e) => e.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith(mine) && name !== copy) await caches.delete(name);
  await clients.claim();
})()));

addEventListener('fetch', (e) => {
  if (e.request.method === 'GET' && e.request.url.startsWith(registration.scope)) e.respondWith(answer(e.request));
});

async function answer(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const c = await caches.open(copy), known = (what) => c.match(what, { ignoreSearch: true });
    const found = await known(request) ?? (request.mode === 'navigate' ? await known('index.html') : null); // a scene's page
    if (found) return found;
    throw error;
  }
}
