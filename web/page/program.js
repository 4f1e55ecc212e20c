// The program is downloaded and compiled once, for all workers.

const packed = 'farsight.wasm.gz', plain = 'farsight.wasm';

// load fetches the program and compiles it while it comes in. seen(loaded, total)
// is told how far it is; total is 0 where the host does not say.
export async function load(seen) {
  let response = null;
  if ('DecompressionStream' in globalThis) response = await get(packed).catch(() => null);
  response ??= await get(plain);
  // Who decompressed on the way counts other bytes than were announced.
  const total = response.headers.get('Content-Encoding') ? 0 : Number(response.headers.get('Content-Length')) || 0;
  const reader = response.body.getReader();
  let loaded = 0;
  const next = async () => {
    const { value, done } = await reader.read();
    if (!done) seen(loaded += value.length, total);
    return done ? null : value;
  };
  let first = await next();
  let stream = new ReadableStream({
    async pull(to) {
      const chunk = first ?? await next();
      first = null;
      chunk ? to.enqueue(chunk) : to.close();
    },
    cancel: (why) => reader.cancel(why),
  });
  if (starts(first, 0x1f, 0x8b)) {
    stream = stream.pipeThrough(new DecompressionStream('gzip')); // hosts differ in who does it
  } else if (!starts(first, 0x00, 0x61, 0x73, 0x6d)) {
    throw new Error(`the host sent something else for ${new URL(response.url).pathname}: is the folder complete?`);
  }
  const program = new Response(stream, { headers: { 'Content-Type': 'application/wasm' } });
  if (WebAssembly.compileStreaming) return WebAssembly.compileStreaming(program);
  return WebAssembly.compile(await program.arrayBuffer());
}

const starts = (chunk, ...bytes) => chunk && bytes.every((b, i) => chunk[i] === b);

async function get(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: the host answered ${response.status} ${response.statusText}`);
  return response;
}

// run starts a worker on the program. It returns what sends messages to it; on has
// a function for every kind of message, and lost is called when it breaks.
export function run(on, lost) {
  const worker = new Worker(new URL('worker.js', import.meta.url));
  worker.onmessage = ({ data }) => on[data.t]?.(data);
  worker.onerror = (e) => { e.preventDefault(); lost(e.message || 'worker.js could not be loaded'); };
  worker.onmessageerror = () => lost('a message could not be read');
  return {
    send: (message, transfer = []) => worker.postMessage(message, transfer),
    end: () => worker.terminate(),
  };
}
