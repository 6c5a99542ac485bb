// Over HTTP/1.1 a browser has six connections to a gateway, for all its windows together, and each window has three streams. An
// order from the second window would wait until a stream ends. So streams that can wait give way to it, in all windows.

const PATIENCE_MILLIS = 500;
/** Over HTTP/2 all goes through one, and who waits does not wait for that. */
const areFew = !/^h[23]/.test(performance.getEntriesByType('navigation')[0]?.nextHopProtocol ?? '');
const windows = otherWindows();
const streams = new Set();

/** Where a browser may keep nothing, it may not know of its other windows either. */
function otherWindows() {
  try { return new BroadcastChannel('connections'); } catch { return undefined; }
}

function makeRoom(waits) {
  streams.forEach((stream) => {
    if (stream.rank <= waits) {
      stream.giveWay();
    }
  });
}
windows?.addEventListener('message', ({ data }) => makeRoom(data));

/** Lets a stream give way when a request has waited rank times; the result ends that. */
export function canWait(rank, giveWay) {
  const stream = { rank, giveWay };
  streams.add(stream);
  return () => streams.delete(stream);
}

/** As fetch does, for what is answered at once where there is a connection. */
export async function answer(path, options) {
  if (!areFew) {
    return fetch(path, options);
  }
  let waits = 0;
  const timer = setInterval(() => {
    // What is only looked at, and names no method, does not take the product's stream, which tells how it goes on.
    waits = options.method ? waits + 1 : 1;
    makeRoom(waits);
    windows?.postMessage(waits);
  }, PATIENCE_MILLIS);
  try {
    return await fetch(path, options);
  } finally {
    clearInterval(timer);
  }
}
