// The market page: one stream of all products and the pipeline, one of the product that is shown, one of a user's orders.

import { candles } from './chart.js';
import { isProductId, markets } from './markets.js';
import { orders } from './orders.js';
import { product } from './product.js';
import { listen } from './stream.js';
import { show } from './format.js';

const chart = candles();
const mine = orders();
const shown = product((price, side) => mine.choose(price, side));
const list = markets((productId) => { location.hash = productId; });
let current = '';
let stream;
let isUnknown = false;

function open(productId) {
  if (productId === current) {
    return;
  }
  current = productId;
  isUnknown = false;
  document.title = `${productId} · Market`;
  list.select(productId);
  shown.open(productId);
  chart.open(productId);
  mine.productIs(productId);
  stream?.close();
  stream = listen(`products/${encodeURIComponent(productId)}/stream`, {
    event(name, told) {
      shown.take(name, told);
      if (name === 'snapshot') {
        chart.begin(told.trades);
      } else if (told.trades) {
        chart.take(told.trades);
      }
    },
    state(name, problem) {
      isUnknown = name === 'unknown';
      if (isUnknown) {
        chart.nothing(problem.type === 'unknown-product' ? 'Never sold, and nobody offers it yet' : problem.detail);
      }
    },
  });
}

/** The product that the address names; without one, the first. */
function openNamed() {
  let named = '';
  try { named = decodeURIComponent(location.hash.slice(1)); } catch { /* no product */ }
  if (isProductId(named)) {
    open(named);
  } else if (current === '' && list.first()) {
    open(list.first());
  }
}

const STATES = { live: 'Live', connecting: 'Connecting…', waiting: 'Disconnected, trying again', unknown: 'No market data here' };

function tellState(name) {
  document.getElementById('connection').dataset.state = name;
  document.body.classList.toggle('stale', name !== 'live');
  show(document.getElementById('connection-text'), STATES[name]);
}

addEventListener('hashchange', openNamed);
openNamed();
listen('market/stream', {
  event(name, told) {
    list.take(name, told);
    openNamed();
    mine.marketMoved();
    if (isUnknown && list.has(current)) {
      isUnknown = false;
      stream.retry();
    }
  },
  state: tellState,
});
