// A child process: one engine. It trades, writes, waits, and begins again; orders come as messages meanwhile.
import { Market } from './market.js';
import { Sales } from './sales.js';

const { databaseUrl, persist, delayMillis, timeoutMillis } = JSON.parse(process.argv[2]);

const sales = await Sales.connect(databaseUrl, persist);
const market = new Market(timeoutMillis, await sales.lastTradeIds());
let arrived = [];
let stopping = false;

process.on('message', (order) => {
  market.add(order);
  arrived.push(order);
});
// The parent is gone, or wants this process to go.
process.on('disconnect', () => {
  stopping = true;
});
// Ctrl-C reaches every process of a terminal; the parent says when to stop.
process.on('SIGINT', () => {});
process.send({ ready: true });
run();

async function run() {
  const now = Date.now();
  const expired = market.expire(now);
  const sold = market.trade(now);
  const taken = arrived.length;
  const resting = arrived.filter((order) => order.remaining === order.quantity && !expired.includes(order));
  arrived = [];
  try {
    await sales.write(sold);
  } catch (failure) {
    // What cannot be written is lost, as it was in the articles' systems. Without its connection, an engine is of no use.
    console.error(`up to ${sold.length} sales are lost: ${failure.message}`);
    process.exit(1);
  }
  if (stopping) {
    await sales.close();
    process.exit(0);
  }
  if (taken > 0 || sold.length > 0 || expired.length > 0) {
    process.send({ taken, sold, resting, expired });
  }
  setTimeout(run, delayMillis);
}
