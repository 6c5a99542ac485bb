// The market page: one stream of all products and the pipeline, one of the product that is shown, one of a user's orders.

import { candles } from './chart.js';
import { isProductId, markets } from './markets.js';
import { orders } from './orders.js';
import { product } from './product.js';
import { listen } from './stream.js';
import { show } from './format.js';

const AGAIN_MILLIS = 8_000;

const chart = candles();
const mine = orders();
const shown = product((price, side) => mine.choose(current, price, side));
const list = markets((productId) => { location.hash = productId; });
let current = '';
let stream;
let isUnknown = false;
let again = 0;
const states = { market: 'connecting', product: 'connecting' };

/** Between attempts nothing is better than it was: what is told stays the same. */
function after(before, name) {
  return before === 'waiting' && name === 'connecting' ? before : name;
}

function open(productId, isDefault = false) {
  if (productId === current) {
    return;
  }
  current = productId;
  isUnknown = false;
  clearTimeout(again);
  states.product = 'connecting';
  document.title = `${productId} · Market`;
  list.select(productId);
  shown.open(productId);
  chart.open(productId);
  mine.productIs(productId, isDefault);
  stream?.close();
  stream = listen(`products/${encodeURIComponent(productId)}/stream`, {
    event(name, told) {
      shown.take(name, told);
      if (name === 'snapshot') {
        chart.begin(told.ticker?.last);
      } else if (told.trades) {
        chart.take(told.trades);
      }
    },
    state(name, problem) {
      isUnknown = name === 'unknown';
      const isNew = problem?.type === 'unknown-product';
      states.product = isNew || (states.product === 'none' && name === 'connecting') ? 'none' : after(states.product, name);
      if (isNew) {
        // Nothing is all that there is of it, and that is not out of date.
        shown.open(productId);
      }
      tellStates();
      if (isUnknown) {
        // The list, which tells when somebody offers it, has the first thousand only.
        again = setTimeout(() => stream.retry(), AGAIN_MILLIS);
        chart.nothing(isNew ? 'Never sold, and nobody offers it yet' : problem.detail);
      }
    },
  }, 2);
}

/** The product that the address names; without one, the first. */
function openNamed() {
  let named = '';
  try { named = decodeURIComponent(location.hash.slice(1)); } catch { /* no product */ }
  if (isProductId(named)) {
    open(named);
  } else if (current === '' && list.first()) {
    // Whoever goes back from another one comes to the same, though it may not be the first any more.
    history.replaceState(null, '', `#${list.first()}`);
    open(list.first(), true);
  }
}

const STATES = { live: 'Live', connecting: 'Connecting…', waiting: 'Disconnected, trying again', unknown: 'No market data here' };

/** A product that is opened, or that nobody knows, is no reason to tell of anything else than the market. */
function tellStates() {
  const name = states.market === 'live' && states.product === 'waiting' ? 'waiting' : states.market;
  document.getElementById('connection').dataset.state = name;
  document.body.classList.toggle('stale', states.market !== 'live');
  document.body.classList.toggle('product-stale', !['live', 'none'].includes(states.product));
  show(document.getElementById('connection-text'), STATES[name]);
}

// Followed as a link it would change the address, which names a product.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  document.querySelector('#order-form input:checked').focus();
});
addEventListener('hashchange', openNamed);
openNamed();
listen('market/stream', {
  event(name, told) {
    list.take(name, told);
    openNamed();
    if (isUnknown && list.has(current)) {
      isUnknown = false;
      stream.retry();
    }
  },
  state(name) {
    states.market = after(states.market, name);
    tellStates();
  },
}, 1);
