// One product: how it stands, its book as a ladder, its latest trades.

import { change, clock, compare, decimalsOfAll, NONE, ofTicks, price, quantity, show, ticks } from './format.js';

const LEVELS = 10;
const TRADES = 20;

const element = (id) => document.getElementById(id);

function emptyRows(body, count, columns) {
  return Array.from({ length: count }, () => {
    const tr = document.createElement('tr');
    const cells = Array.from({ length: columns }, () => document.createElement('td'));
    tr.append(...cells);
    body.append(tr);
    return { tr, cells };
  });
}

/** Calls choose(price, side) when somebody picks a price: side is the one that would trade with it. */
export function product(choose) {
  const asks = emptyRows(element('asks'), LEVELS, 3).reverse();
  const bids = emptyRows(element('bids'), LEVELS, 3);
  const past = emptyRows(element('trades').tBodies[0], TRADES, 3);
  let levels = { bids: new Map(), asks: new Map() };
  let trades = [];
  let ticker;
  let due = false;

  for (const [side, rows] of [['SELL', bids], ['BUY', asks]]) {
    rows.forEach((row) => {
      row.verb = side === 'SELL' ? 'Sell' : 'Buy';
      row.button = document.createElement('button');
      row.button.type = 'button';
      row.cells[0].append(row.button);
      row.tr.addEventListener('click', () => {
        if (row.price) {
          choose(row.price, side);
        }
      });
    });
  }
  [...asks, ...bids, ...past].forEach((row) => row.cells.forEach((cell) => cell.classList.add('number')));
  past.forEach((row) => row.cells[0].classList.remove('number'));

  /** Any price before all others, then the best first. */
  function sorted(side, sign) {
    return [...levels[side].values()].sort((a, b) => {
      if (a.price === null || b.price === null) {
        return a.price === null ? -1 : 1;
      }
      return sign * compare(a.price, b.price);
    }).slice(0, LEVELS);
  }

  /** A price that can be picked, with what picking it leads to; what is no price takes no focus. */
  function pickable(row, text) {
    show(row.button, text);
    row.button.hidden = text === '';
    row.button.disabled = !row.price;
    const name = row.price ? `${row.verb} at ${text}` : text;
    if (row.button.getAttribute('aria-label') !== name) {
      row.button.setAttribute('aria-label', name);
    }
  }

  function ladder(rows, found, decimals, most) {
    let sum = 0n;
    rows.forEach((row, i) => {
      const level = found[i];
      row.price = level?.price;
      sum += level ? BigInt(level.quantity) : 0n;
      pickable(row, level ? price(level.price, decimals) : '');
      show(row.cells[1], level ? quantity(level.quantity) : '');
      show(row.cells[2], level ? quantity(sum) : '');
      row.tr.classList.toggle('level', Boolean(level?.price));
      row.tr.style.setProperty('--depth', level && most > 0n ? `${Number(sum * 1000n / most) / 10}%` : '0%');
    });
  }

  function total(found) {
    return found.reduce((sum, level) => sum + BigInt(level.quantity), 0n);
  }

  function drawBook() {
    const bid = sorted('bids', -1);
    const ask = sorted('asks', 1);
    const decimals = decimalsOfAll([...bid, ...ask].map((level) => level.price));
    const most = total(bid) > total(ask) ? total(bid) : total(ask);
    ladder(asks, ask, decimals, most);
    ladder(bids, bid, decimals, most);
    const best = { bid: bid.find((level) => level.price !== null)?.price, ask: ask[0]?.price };
    show(element('spread'), best.bid && best.ask
      ? `spread ${price(ofTicks(ticks(best.ask) - ticks(best.bid), decimals))}`
      : bid.length > 0 ? 'nobody sells' : ask.length > 0 ? 'nobody buys' : 'no open order');
  }

  function drawTrades() {
    const decimals = decimalsOfAll(trades.slice(0, TRADES).map((trade) => trade.price));
    past.forEach((row, i) => {
      const trade = trades[i];
      const before = trades[i + 1];
      const moved = trade && before ? compare(trade.price, before.price) : 0;
      show(row.cells[0], trade ? clock(trade.time) : '');
      show(row.cells[1], trade ? `${{ '-1': '▼ ', 0: '', 1: '▲ ' }[moved]}${price(trade.price, decimals)}` : '');
      row.cells[1].dataset.direction = { '-1': 'down', 0: 'none', 1: 'up' }[moved];
      show(row.cells[2], trade ? quantity(trade.quantity) : '');
      if (trade) {
        row.tr.dataset.tradeId = trade.tradeId;
      } else {
        delete row.tr.dataset.tradeId;
      }
    });
  }

  function drawTicker() {
    const day = ticker?.last24h;
    const moved = change(ticker?.last?.price, day?.open);
    show(element('last-price'), price(ticker?.last?.price));
    show(element('last-change'), moved.text);
    element('last-change').dataset.direction = moved.direction;
    element('book-incomplete').hidden = !ticker?.incomplete;
    show(element('fact-bid'), price(ticker?.bid));
    show(element('fact-ask'), price(ticker?.ask));
    show(element('fact-high'), price(day?.high));
    show(element('fact-low'), price(day?.low));
    show(element('fact-volume'), day ? quantity(day.volume) : NONE);
  }

  /** At most once a frame, however much comes. */
  function draw() {
    if (!due) {
      due = true;
      requestAnimationFrame(() => {
        due = false;
        drawTicker();
        drawBook();
        drawTrades();
      });
    }
  }

  return {
    open(productId) {
      levels = { bids: new Map(), asks: new Map() };
      trades = [];
      ticker = undefined;
      show(element('product-title'), productId);
      element('product-title').title = productId;
      draw();
    },
    take(name, told) {
      if (name === 'snapshot') {
        levels = { bids: new Map(), asks: new Map() };
        trades = told.trades;
      } else {
        trades = [...(told.trades ?? []).toReversed(), ...trades].slice(0, TRADES + 1);
      }
      ticker = told.ticker ?? ticker;
      for (const side of ['bids', 'asks']) {
        for (const level of told[side] ?? []) {
          // A level without a price has none in the text, either: it is left out where it is null.
          const key = level.price ?? null;
          if (level.orders === 0) {
            levels[side].delete(key);
          } else {
            levels[side].set(key, { ...level, price: key });
          }
        }
      }
      draw();
    },
  };
}
