// Places and cancels orders, and follows those of one user until they are in the database.

import { listen } from './stream.js';
import { NONE, price, show, whole } from './format.js';
import { isPassing, request, subject } from './token.js';

const MOST_SHOWN = 50;
/** Open orders that are read of each status; of more, it is said that they are not all. */
const MOST_READ = 200;
/** Of orders that ended and are no longer shown, a read that began before may still tell that they are open. */
const MOST_GONE = 200;
/** Those that ended last are shown however many are open: whoever placed one wants to see what became of it. */
const LAST_DONE = 10;
/** How often an order is asked for of which nobody may tell; ever more rarely, for about twenty minutes. */
const LOOKS = 300;
const FIRST_LOOK_MILLIS = 250;
const LONGEST_LOOK_MILLIS = 4_000;
const CONNECT_MILLIS = 3_000;
const MOST_KEYS = 50;
const FIELDS = ['userId', 'productId', 'quantity', 'price', 'timeInForce'];
const DONE = new Set(['FILLED', 'EXPIRED', 'CANCELLED', 'REJECTED']);
const TOLD = {
  PENDING: 'in Kafka', OPEN: 'in the book', PARTIALLY_FILLED: 'in the book', FILLED: 'filled, in the database',
  EXPIRED: 'expired', CANCELLED: 'cancelled', REJECTED: 'rejected',
};

const element = (id) => document.getElementById(id);

function remembered() {
  try { return localStorage.getItem('user') ?? ''; } catch { return ''; }
}

function remember(user) {
  try { localStorage.setItem('user', user); } catch { /* asked again next time */ }
}

export function orders() {
  const form = element('order-form');
  const send = element('order-send');
  const told = element('order-told');
  const list = element('mine');
  const all = element('cancel-all');
  let user = '';
  let stream;
  let stateText = '';
  /** Whether the gateway said of what is open that there may be more. */
  let isPart = false;
  /** Whether what is open could not be read, and is read again. */
  let isUnread = false;
  let nextRead = 0;
  let live = false;
  let waiting = [];
  let pause = FIRST_LOOK_MILLIS;
  let nextLooks = 0;
  let isSoon = false;
  let isLooking = false;
  let orders = new Map();
  /** The ids of those that are done, as they ended. */
  const done = new Set();
  /** The ids of those that were done and are not shown any more. */
  const gone = new Set();
  /** By text: the same order again must be the same order, so its key stays until it is known what became of it. */
  const keys = new Map();

  // --- the orders of a user ---

  function item(order) {
    const li = document.createElement('li');
    const parts = ['what', 'status', 'progress', 'cancel'].map((name) => {
      const part = document.createElement(name === 'cancel' ? 'button' : 'span');
      part.className = name;
      return part;
    });
    parts[3].type = 'button';
    parts[3].textContent = 'Cancel';
    parts[3].addEventListener('click', () => cancel(order));
    li.append(...parts);
    list.prepend(li);
    order.item = { li, what: parts[0], status: parts[1], progress: parts[2], cancel: parts[3] };
  }

  function draw(order) {
    if (!order.item) {
      item(order);
    }
    const { li, what, status, progress, cancel: button } = order.item;
    const isDone = DONE.has(order.status);
    const amount = order.quantity === undefined ? '' : ` ${whole(order.quantity)}`;
    const limit = order.price ? ` at ${price(order.price)}` : order.isAsGiven && order.side === 'BUY' ? ' at any price' : '';
    show(what, `${order.side === 'BUY' ? 'Buy' : order.side === 'SELL' ? 'Sell' : 'Order'}${amount} ${order.productId}${limit}`);
    const unfilled = order.filled > 0 ? ': nobody traded the rest at once' : ': nobody traded at once';
    const reason = {
      SELF_TRADE: ': own order on the other side', UNFILLED: unfilled, MAX_OPEN_ORDERS: ': too many orders are open',
      MAX_GTC_ORDERS: ': too many of yours wait until cancelled', MAX_PRODUCTS: ': no room for another product',
    }[order.reason] ?? '';
    show(status, (order.cancelling && !isDone ? 'cancel sent' : TOLD[order.status]) + reason);
    const written = order.written === undefined ? '' : order.written < order.filled ? ', on the way to the database' : ', in the database';
    show(progress, order.filled > 0 ? `${whole(order.filled)} traded${order.lastPrice ? `, last at ${price(order.lastPrice)}` : ''}${written}` : '');
    if (isDone && document.activeElement === button) {
      // What is hidden loses the focus, and who has no mouse would begin at the top.
      li.tabIndex = -1;
      li.focus({ preventScroll: true });
    }
    button.hidden = isDone;
    button.setAttribute('aria-disabled', String(Boolean(order.cancelling)));
    button.setAttribute('aria-label', `Cancel ${what.textContent}`);
    li.dataset.id = order.id;
    li.dataset.status = order.status;
    tellIfEmpty();
  }

  function keep(order) {
    orders.set(order.id, order);
    draw(order);
    if (DONE.has(order.status)) {
      done.add(order.id);
    } else {
      done.delete(order.id);
    }
    for (const id of done) {
      if (orders.size <= MOST_SHOWN || done.size <= LAST_DONE) {
        break;
      }
      orders.get(id).item.li.remove();
      orders.delete(id);
      done.delete(id);
      gone.add(id);
    }
    if (gone.size > MOST_GONE) {
      gone.delete(gone.keys().next().value);
    }
    offerAll();
  }

  /** One alone has a button of its own. */
  function offerAll() {
    const isOffered = orders.size - done.size > 1;
    if (!isOffered && document.activeElement === all) {
      element('mine-title').focus({ preventScroll: true });
    }
    all.hidden = !isOffered;
  }

  /** What was traded or closed, told when it is in the database. */
  function happened(name, event) {
    if (!event.orderId) {
      if (name === 'MISSED') {
        orders.forEach(lose);
      }
      // What is open says where to go on.
      readOpen().then(seek);
      return;
    }
    const isKnown = orders.has(event.orderId);
    const order = orders.get(event.orderId) ?? { id: event.orderId, productId: event.productId, filled: 0, trades: new Set() };
    if (event.type === 'PURCHASE' || event.type === 'SALE') {
      order.side = event.type === 'PURCHASE' ? 'BUY' : 'SELL';
      if (!order.trades.has(event.tradeId)) {
        order.trades.add(event.tradeId);
        order.written = order.quantity === undefined ? (order.written ?? 0) + event.quantity
          : Math.max(order.written ?? 0, order.quantity - event.remaining);
        order.filled = Math.max(order.filled, order.written);
        order.lastPrice = event.price;
      }
      // What a large batch, or a persister that was interrupted, tells behind an end opens nothing again.
      if (event.remaining === 0) {
        order.status = 'FILLED';
      } else if (!DONE.has(order.status)) {
        order.status = 'PARTIALLY_FILLED';
      }
    } else if (event.type === 'OPEN') {
      if (DONE.has(order.status)) {
        return;
      }
      order.side = event.side;
      order.status = order.filled > 0 ? 'PARTIALLY_FILLED' : 'OPEN';
    } else {
      order.status = event.type;
      order.reason = event.reason;
    }
    order.remaining = Math.min(order.remaining ?? Infinity, event.remaining);
    keep(order);
    if (!isKnown) {
      seek();
    }
  }

  /** Its end may never be told, nor what of it is in the database. */
  function lose(order) {
    if (!DONE.has(order.status)) {
      Object.assign(order, { isLost: true, looks: 0, written: undefined, remaining: undefined });
    }
  }

  /** Takes an order as it was given, and how far it has come, unless it has ended meanwhile. */
  function merge(found, isAsGiven = isOfTheLog(found)) {
    const order = orders.get(found.id) ?? { trades: new Set() };
    Object.assign(order, { id: found.id, side: found.side, productId: found.productId, quantity: found.quantity,
      price: found.price ?? order.price, isAsGiven: isAsGiven || Boolean(order.isAsGiven), isLost: false });
    countWritten(order);
    if (!DONE.has(order.status)) {
      Object.assign(order, { filled: Math.max(order.filled ?? 0, found.filled), status: found.status });
    }
    keep(order);
  }

  /** Takes how an order was given of which events alone have told: they say what is left of it, not what it was. */
  function describe(order, found) {
    Object.assign(order, { side: found.side, quantity: found.quantity, price: found.price ?? order.price, isAsGiven: isOfTheLog(found),
      filled: Math.max(order.filled, found.filled) });
    countWritten(order);
    keep(order);
  }

  /** The database does not know the price of every order, nor when it was accepted: no price is not any price there. */
  const isOfTheLog = (found) => !DONE.has(found.status) && found.acceptTime !== undefined;

  /** What events tell to be left is left in the database, whatever was traded before the first of them. */
  function countWritten(order) {
    if (order.remaining !== undefined) {
      order.written = order.quantity - order.remaining;
    }
  }

  /** In this order: an order may be filled in part between the two, and not the reverse. */
  async function readOpen() {
    const mine = user;
    let isMore = false;
    clearTimeout(nextRead);
    try {
      const open = [];
      for (const status of ['OPEN', 'PARTIALLY_FILLED']) {
        const answer = await request(`orders?userId=${encodeURIComponent(mine)}&status=${status}&limit=${MOST_READ}`, { cache: 'no-store' });
        if (isPassing(answer)) {
          throw new Error(`status ${answer.status}`);
        }
        const page = answer.ok ? await answer.json() : { orders: [] };
        if (mine !== user) {
          return;
        }
        open.push(...page.orders);
        // One without market data tells nobody what is open.
        isMore ||= Boolean(!answer.ok || page.next || page.incomplete);
      }
      // By the ids that the form makes, they would come in any order.
      open.filter((order) => !gone.has(order.id)).sort((a, b) => Date.parse(a.acceptTime) - Date.parse(b.acceptTime)).forEach(merge);
      isPart = isMore;
      isUnread = false;
    } catch {
      if (mine !== user) {
        return;
      }
      // A gateway that has started tells events before it knows what is open.
      isUnread = true;
      readLater();
    }
    tellState();
  }

  function readLater() {
    clearTimeout(nextRead);
    nextRead = setTimeout(() => {
      // Otherwise the stream comes back, and with it this.
      if (live) {
        readOpen().then(seek);
      }
    }, LONGEST_LOOK_MILLIS);
  }

  function state(name, problem, isResumed) {
    live = name === 'live';
    if (live && !isResumed) {
      // What was sent before may have ended before anybody listened.
      orders.forEach(lose);
    }
    stateText = { live: 'live', connecting: 'connecting…', waiting: 'disconnected', unknown: problem?.detail }[name] ?? '';
    tellState();
    if (live || name === 'unknown') {
      waiting.forEach((resolve) => resolve());
      waiting = [];
    }
    if (live) {
      readOpen().then(seek);
    }
  }

  function tellState() {
    const more = isUnread ? ', open ones are not known yet' : isPart ? ', not all are shown' : '';
    show(element('mine-state'), `${stateText}${more}`);
    tellIfEmpty();
  }

  function tellIfEmpty() {
    element('mine-empty').hidden = orders.size > 0 || isUnread;
  }

  function follow(name) {
    if (name === user) {
      return;
    }
    user = name;
    remember(user);
    stream?.close();
    clearTimeout(nextRead);
    live = false;
    orders.forEach((order) => order.item.li.remove());
    orders = new Map();
    done.clear();
    gone.clear();
    offerAll();
    show(element('mine-user'), user || NONE);
    stateText = '';
    isPart = false;
    isUnread = false;
    tellState();
    stream = user ? listen(`events?userId=${encodeURIComponent(user)}`, { event: happened, state }) : undefined;
  }

  /** Whoever orders before he listens may miss what happens first. */
  function listening() {
    return live ? Promise.resolve() : Promise.race([
      new Promise((resolve) => waiting.push(resolve)), new Promise((resolve) => setTimeout(resolve, CONNECT_MILLIS))]);
  }

  /** Kafka is all that is known of it, or its end may have been missed or is to come, or events do not tell how it was given. */
  function isUncertain(order) {
    const mayHaveEnded = order.isLost || order.cancelling ? !DONE.has(order.status) : order.status === 'PENDING';
    return (order.quantity === undefined || mayHaveEnded) && (order.looks ?? 0) < LOOKS;
  }

  async function look(order) {
    order.looks = (order.looks ?? 0) + 1;
    try {
      const answer = await request(`orders/${order.id}`, { cache: 'no-store' });
      if (answer.ok) {
        const found = await answer.json();
        if (orders.get(order.id) !== order) {
          return;
        }
        if (order.quantity === undefined && found.status !== 'PENDING') {
          describe(order, found);
        }
        if (DONE.has(found.status)) {
          end(order, found);
        } else if ((order.isLost || order.status === 'PENDING') && found.status !== 'PENDING') {
          merge(found);
        }
      }
    } catch {
      // Asked again.
    }
  }

  /** Takes an end of which no event may tell. One that is not in the database yet still has its event to come. */
  function end(order, found) {
    const written = found.sales.reduce((sum, sale) => sum + sale.quantity, 0);
    if (DONE.has(order.status) || (written < found.filled && !found.next)) {
      return;
    }
    found.sales.forEach((sale) => order.trades.add(sale.tradeId));
    Object.assign(order, { side: found.side, quantity: found.quantity, price: found.price ?? order.price, status: found.status,
      reason: found.reason, filled: found.filled, written: found.filled, lastPrice: found.sales.at(-1)?.price, isLost: false });
    keep(order);
  }

  /** Soon asks for orders that are uncertain, and again until none is. */
  function seek() {
    pause = FIRST_LOOK_MILLIS;
    // Whoever has orders every moment would put it off every time.
    if (!isSoon) {
      seekLater();
    }
  }

  function seekLater() {
    clearTimeout(nextLooks);
    isSoon = pause === FIRST_LOOK_MILLIS;
    nextLooks = setTimeout(lookForAll, pause);
  }

  /** One after another, however many they are. */
  async function lookForAll() {
    isSoon = false;
    if (isLooking) {
      seekLater();
      return;
    }
    isLooking = true;
    for (const order of [...orders.values()]) {
      if (orders.get(order.id) === order && isUncertain(order)) {
        await look(order);
      }
    }
    isLooking = false;
    if ([...orders.values()].some(isUncertain)) {
      pause = Math.min(2 * pause, LONGEST_LOOK_MILLIS);
      seekLater();
    }
  }

  // --- the form ---

  function clearErrors() {
    FIELDS.forEach((field) => {
      show(element(`error-${field}`), '');
      element(`order-${field}`).removeAttribute('aria-invalid');
    });
    tell('', '');
  }

  function tell(text, kind) {
    show(told, text);
    told.dataset.kind = kind;
  }

  function refuse(problem) {
    if (FIELDS.includes(problem.field)) {
      const input = element(`order-${problem.field}`);
      const missing = problem.value === 'missing' || input.value.trim() === '';
      show(element(`error-${problem.field}`), `${missing ? 'Missing: ' : 'Expected: '}${problem.expected}`);
      input.setAttribute('aria-invalid', 'true');
      input.focus();
      tell('', '');
    } else {
      tell(`${problem.title}. ${problem.detail}`, 'bad');
    }
  }

  function read() {
    const value = (name) => form.elements[name].value.trim();
    const quantity = value('quantity');
    const order = { side: value('side'), productId: value('productId'), userId: value('userId'),
      // What is no whole number, or too large a one, goes on: the gateway says what is wrong with it.
      quantity: /^\d+$/.test(quantity) ? Math.min(Number(quantity), Number.MAX_SAFE_INTEGER) : quantity };
    for (const name of ['price', 'timeInForce']) {
      if (value(name)) {
        order[name] = value(name);
      }
    }
    return order;
  }

  /** The oldest of many is forgotten: sent again, it is another order. */
  function keyOf(text) {
    const key = keys.get(text) ?? newKey();
    keys.delete(text);
    keys.set(text, key);
    if (keys.size > MOST_KEYS) {
      keys.delete(keys.keys().next().value);
    }
    return key;
  }

  function newKey() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  async function place() {
    clearErrors();
    const order = read();
    const text = JSON.stringify(order);
    const clientOrderId = keyOf(text);
    if (/^[A-Za-z0-9._@-]{1,64}$/.test(order.userId)) {
      follow(order.userId);
      await listening();
    }
    let answer;
    let content;
    try {
      answer = await request('orders', { method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...order, clientOrderId }) });
      content = await answer.json();
    } catch {
      tell('The gateway did not answer. Sent again soon, it stays the same order.', 'bad');
      return;
    }
    if (!answer.ok) {
      refuse(content);
      return;
    }
    keys.delete(text);
    if (order.userId !== user) {
      tell(`Taken, for ${order.userId}.`, 'good');
      return;
    }
    merge({ ...order, id: content.id, filled: 0, status: orders.get(content.id)?.status ?? 'PENDING' }, true);
    seek();
    tell('Taken. Its progress is shown with the orders.', 'good');
  }

  async function cancel(order) {
    if (order.cancelling) {
      return;
    }
    Object.assign(order, { cancelling: true, looks: 0 });
    draw(order);
    try {
      const answer = await request(`orders/${order.id}?userId=${encodeURIComponent(user)}`, { method: 'DELETE' });
      if (answer.ok) {
        seek();
        return;
      }
      tell((await answer.json()).detail, 'bad');
    } catch {
      tell('The gateway did not answer: the order may be cancelled or not.', 'bad');
    }
    order.cancelling = false;
    draw(order);
  }

  /** What the gateway knows to be open: also what is not shown, but not what is still on its way. */
  async function cancelAll() {
    const mine = user;
    if (all.getAttribute('aria-disabled') === 'true' || !confirm(`Cancel all open orders of ${mine}?`)) {
      return;
    }
    all.setAttribute('aria-disabled', 'true');
    try {
      const answer = await request(`orders?userId=${encodeURIComponent(mine)}`, { method: 'DELETE' });
      const content = await answer.json();
      if (answer.ok) {
        content.ids.map((id) => orders.get(id)).filter((order) => order && !DONE.has(order.status)).forEach((order) => {
          Object.assign(order, { cancelling: true, looks: 0 });
          draw(order);
        });
        seek();
      }
      const [failed] = content.failed ?? [];
      if (!answer.ok || failed) {
        tell((failed?.problem ?? content).detail, 'bad');
      } else {
        const others = content.more ? ' There are more open orders than that.'
          : content.incomplete ? ' There may be others that this gateway does not know.' : '';
        tell(`Cancels sent: ${whole(content.ids.length)}.${others}`, content.incomplete ? 'bad' : 'good');
      }
    } catch {
      tell('The gateway did not answer: the orders may be cancelled or not.', 'bad');
    }
    all.setAttribute('aria-disabled', 'false');
  }

  function sideShown() {
    const buys = form.elements.side.value === 'BUY';
    show(send, buys ? 'Buy' : 'Sell');
    send.dataset.side = form.elements.side.value;
    form.elements.price.placeholder = buys ? 'any' : '';
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (send.getAttribute('aria-disabled') === 'true') {
      return;
    }
    // What is disabled by the browser loses the focus, and who has no mouse would begin at the top.
    send.setAttribute('aria-disabled', 'true');
    await place();
    send.setAttribute('aria-disabled', 'false');
  });
  form.addEventListener('change', (event) => {
    sideShown();
    const name = form.elements.userId.value.trim();
    if (event.target.name === 'userId' && /^[A-Za-z0-9._@-]{1,64}$/.test(name)) {
      follow(name);
    }
  });
  all.addEventListener('click', cancelAll);
  addEventListener('tokenchange', () => {
    if (subject()) {
      form.elements.userId.value = subject();
      follow(subject());
    }
  });
  form.elements.userId.value = subject() || remembered();
  sideShown();
  follow(form.elements.userId.value);

  return {
    /** What nobody has asked for replaces nothing that somebody has typed. */
    productIs(productId, isDefault) {
      if (!isDefault || form.elements.productId.value.trim() === '') {
        form.elements.productId.value = productId;
      }
    },
    choose(productId, value, side) {
      form.elements.productId.value = productId;
      form.elements.price.value = value;
      form.elements.side.value = side;
      sideShown();
      form.elements.quantity.focus({ preventScroll: true });
    },
  };
}
