// The program: downloaded, compiled while it comes in, and run in a worker.

const plain = 'farsight.wasm';

// file is the name of the program as this browser got it.
export let file = `${plain}.gz`;

// fetched asks for the smallest program there is: Brotli where the browser unpacks it; LZMA,
// which we unpack; Brotli where the host says that it sends the plain one so; gzip; or plain.
async function fetched() {
  const names = unpacks('gzip') ? [`${plain}.gz`, plain] : [plain], lzma = document.documentElement.dataset.site === 'lzma';
  if (lzma) names.unshift(`${plain}.lzma`);
  if (unpacks('brotli')) {
    names.unshift(`${plain}.br`);
  } else if (!lzma) {
    const asked = await get(plain, { method: 'HEAD' }).catch(() => null);
    if (asked?.headers.get('Content-Encoding') === 'br') names.unshift(plain);
  }
  const last = names.pop();
  for (file of names) {
    const response = await get(file).catch(() => null);
    if (response) return response;
  }
  return get(file = last);
}

function unpacks(format) {
  try {
    return Boolean(new DecompressionStream(format));
  } catch {
    return false;
  }
}

// load fetches the program and compiles it while it comes in. seen(loaded, total)
// is told how far it is; total is 0 where the host does not say.
export async function load(seen) {
  const response = await fetched(), reader = response.body.getReader();
  // Who decompressed on the way counts other bytes than were announced.
  const total = response.headers.get('Content-Encoding') ? 0 : Number(response.headers.get('Content-Length')) || 0;
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
  } else if (file.endsWith('.br') && !starts(first, ...magic)) {
    stream = stream.pipeThrough(new DecompressionStream('brotli'));
  } else if (file.endsWith('.lzma') && !starts(first, ...magic)) {
    stream = stream.pipeThrough(await unpacking());
  } else if (!starts(first, ...magic)) {
    throw new Error(`the host sent something else for ${new URL(response.url).pathname}: is the folder complete?`);
  }
  const program = new Response(stream, { headers: { 'Content-Type': 'application/wasm' } });
  if (WebAssembly.compileStreaming) return WebAssembly.compileStreaming(program);
  return WebAssembly.compile(await program.arrayBuffer());
}

async function unpacking() {
  const { Unpacker } = await import('./unpack.js'), unpacker = new Unpacker();
  return new TransformStream({
    transform: (chunk, to) => to.enqueue(unpacker.take(chunk)),
    flush: (to) => to.enqueue(unpacker.take(null)),
  });
}

const magic = [0x00, 0x61, 0x73, 0x6d];
const starts = (chunk, ...bytes) => chunk && bytes.every((b, i) => chunk[i] === b);

async function get(name, how) {
  const response = await fetch(new URL(name, import.meta.url), how);
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
