// Candles and volume of one product: what is past comes once, what follows is added trade by trade.

import { CandlestickSeries, createChart, HistogramSeries } from './lightweight-charts.js';
import { decimalsOf, show } from './format.js';
import { isPassing, request } from './token.js';

/** Lengths, and how many candles a gateway has in memory of each. */
const INTERVALS = { '1s': { millis: 1_000, candles: 60 }, '1m': { millis: 60_000, candles: 60 }, '5m': { millis: 300_000, candles: 280 }, '1h': { millis: 3_600_000, candles: 23 } };
/** When a candle is complete, or trades were left out, the candles are read again, no more often than this. */
const MEND_MILLIS = 2_000;
/** When they could not be read, the pause until they are is doubled up to this. */
const LONGEST_PAUSE_MILLIS = 8_000;
/** What a gateway answers with at most. */
const MOST_CANDLES = 1_000;
/** Trades that are kept while candles are read; with more of them, they are read again. */
const MOST_LATE = 1_000;
const LEAST_DECIMALS = 2;
/** Digits of a price that a Number tells apart: between steps that are smaller, the chart would look for its marks for ever. */
const DIGITS = 15;

const VISIBLE = 62;
const NO_SALE = 'No sale in this time yet';

const element = (id) => document.getElementById(id);

/** A colour of the style sheet, as the theme has it. */
function colour(name) {
  const probe = document.createElement('span');
  // Where a system has colours of its own, they would be taken for those of the chart.
  probe.style.forcedColorAdjust = 'none';
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

export function candles() {
  const frame = element('chart');
  const empty = element('chart-empty');
  const chart = createChart(frame, {
    autoSize: true,
    layout: { attributionLogo: false, fontFamily: getComputedStyle(document.body).fontFamily, fontSize: 11 },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.26 } },
    timeScale: { borderVisible: false, timeVisible: true, rightOffset: 2, barSpacing: 9, minBarSpacing: 1 },
    // The page goes on under the pointer, and under the finger.
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false },
  });
  const prices = chart.addSeries(CandlestickSeries, { borderVisible: false });
  const volumes = chart.addSeries(HistogramSeries, { priceScaleId: 'volume', priceFormat: { type: 'volume' }, lastValueVisible: false, priceLineVisible: false });
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });

  let productId = '';
  let interval = '1m';
  let shown = [];
  /** The newest trade that is known, and the newest one that the candles had as they were read. */
  let lastTradeId = 0;
  let readTradeId = 0;
  let newestMillis = 0;
  let reading = 0;
  let waiting = 0;
  let pause = MEND_MILLIS;
  let isBegun = false;
  let isRead = false;
  let isReading = false;
  /** Trades that came during the read. */
  let late = [];
  let decimals = LEAST_DECIMALS;
  /** Of the largest price before its point. */
  let digits = 1;
  /** Decimals that are shown. */
  let precision = LEAST_DECIMALS;
  let colours = {};

  function paint() {
    colours = { up: colour('--up'), down: colour('--down'), upSoft: colour('--up-soft'), downSoft: colour('--down-soft') };
    const line = colour('--line');
    chart.applyOptions({
      layout: { background: { color: colour('--card') }, textColor: colour('--muted') },
      grid: { vertLines: { color: line }, horzLines: { color: line } },
    });
    prices.applyOptions({ upColor: colours.up, downColor: colours.down, wickUpColor: colours.up, wickDownColor: colours.down });
    volumes.setData(shown.map(volumeOf));
  }

  const rounded = (value) => Number(value.toFixed(precision));
  const priceOf = (candle) => ({ time: candle.time, open: rounded(candle.open), high: rounded(candle.high), low: rounded(candle.low), close: rounded(candle.close) });
  const volumeOf = (candle) => ({ time: candle.time, value: candle.volume, color: candle.close >= candle.open ? colours.upSoft : colours.downSoft });

  /** Whether so many decimals are shown as before. */
  function precise(texts) {
    texts.forEach((text) => {
      decimals = Math.max(decimals, decimalsOf(text));
      digits = Math.max(digits, text.split('.')[0].length);
    });
    const before = precision;
    precision = Math.max(0, Math.min(decimals, DIGITS - digits));
    if (precision !== before) {
      // A power of ten with a negative exponent is not exact in every browser.
      prices.applyOptions({ priceFormat: { type: 'price', precision, minMove: 1 / 10 ** precision } });
    }
    return precision === before;
  }

  function tellIfEmpty(text) {
    show(empty, text);
    empty.hidden = shown.length > 0;
  }

  /** Ends with the newest sale, whatever the clock here says; what is sold until the answer is within it, too. */
  function address() {
    const { millis, candles: count } = INTERVALS[interval];
    const from = (Math.floor(newestMillis / millis) - count + 1) * millis;
    const [first, end] = [from, from + MOST_CANDLES * millis].map((time) => new Date(time).toISOString());
    return `products/${encodeURIComponent(productId)}/candles?interval=${interval}&from=${first}&to=${end}`;
  }

  /** Reads what is past; of several that were begun, the last one counts. */
  async function read() {
    const mine = ++reading;
    clearTimeout(waiting);
    waiting = 0;
    isReading = true;
    late = [];
    let answer;
    let content;
    try {
      answer = await request(address(), { cache: 'no-store' });
      content = await answer.json();
    } catch {
      // The network, or an answer that is none of a gateway.
    }
    if (mine !== reading) {
      return;
    }
    isReading = false;
    if (answer?.ok && content) {
      pause = MEND_MILLIS;
      draw(content.candles, content.lastTradeId);
    } else {
      failed(answer, content);
    }
  }

  /** What is shown stays. What was asked wrongly is not asked again. */
  function failed(answer, problem) {
    tellIfEmpty(problem?.detail ?? 'The candles could not be read, trying again');
    // A gateway that is behind need not have heard of the product.
    if (!answer || !problem || answer.status === 404 || isPassing(answer)) {
      readIn(pause);
    }
    pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
  }

  /** Reads in a while, unless that is to come already; what nobody sees can wait. */
  function readIn(millis) {
    if (waiting === 0) {
      waiting = setTimeout(() => {
        waiting = 0;
        if (document.hidden) {
          readIn(millis);
        } else {
          read();
        }
      }, millis);
    }
  }

  function mend() {
    readIn(MEND_MILLIS);
  }

  /** @param upTo the newest trade that is in these candles; those that came since are added */
  function draw(found, upTo) {
    const isFirst = shown.length === 0;
    shown = found.map((candle) => ({
      time: Date.parse(candle.time) / 1000, open: Number(candle.open), high: Number(candle.high), low: Number(candle.low),
      close: Number(candle.close), volume: Number(candle.volume) }));
    digits = 1;
    precise(found.flatMap((candle) => [candle.close, candle.high]));
    readTradeId = upTo;
    const missing = late.filter((trade) => trade.tradeId > upTo);
    late = [];
    precise(missing.map((trade) => trade.price));
    missing.forEach(add);
    prices.setData(shown.map(priceOf));
    volumes.setData(shown.map(volumeOf));
    if (isFirst) {
      chart.timeScale().applyOptions({ secondsVisible: interval === '1s' });
      chart.timeScale().setVisibleLogicalRange({ from: shown.length - VISIBLE, to: shown.length + 1 });
    }
    isRead = true;
    // Trades were passed over, or the gateway that answered had not heard of them.
    if (missing.length < lastTradeId - upTo) {
      mend();
    }
    tellIfEmpty(NO_SALE);
  }

  /** Nothing is shown, and what was asked for so far counts no more. */
  function clear() {
    reading++;
    clearTimeout(waiting);
    waiting = 0;
    pause = MEND_MILLIS;
    shown = [];
    isRead = false;
    isReading = false;
    late = [];
    readTradeId = 0;
    prices.setData([]);
    volumes.setData([]);
  }

  function start() {
    if (newestMillis > 0) {
      read();
    } else {
      draw([], 0);
    }
  }

  function add(trade) {
    const { millis } = INTERVALS[interval];
    const time = Math.floor(Date.parse(trade.time) / millis) * millis / 1000;
    const value = Number(trade.price);
    let candle = shown.at(-1);
    if (candle && time < candle.time) {
      mend();
      return;
    }
    if (!candle || time > candle.time) {
      if (candle) {
        mend();
      }
      candle = { time, open: value, high: value, low: value, close: value, volume: 0 };
      shown.push(candle);
    }
    candle.high = Math.max(candle.high, value);
    candle.low = Math.min(candle.low, value);
    candle.close = value;
    candle.volume += trade.quantity;
  }

  element('intervals').addEventListener('change', (event) => {
    interval = event.target.value;
    clear();
    if (isBegun) {
      tellIfEmpty('Loading…');
      start();
    }
  });
  addEventListener('themechange', paint);
  paint();

  return {
    open(id) {
      productId = id;
      isBegun = false;
      newestMillis = 0;
      clear();
      decimals = LEAST_DECIMALS;
      digits = 1;
      precise([]);
      tellIfEmpty('Loading…');
    },
    /** All that is known is to be read anew, up to the newest trade, if there was one. */
    begin(newest) {
      lastTradeId = newest?.tradeId ?? 0;
      readTradeId = 0;
      newestMillis = newest ? Date.parse(newest.time) : newestMillis;
      isBegun = true;
      start();
    },
    nothing: (text) => tellIfEmpty(text),
    /** New trades, oldest first. */
    take(trades) {
      const follows = trades[0].tradeId === lastTradeId + 1;
      lastTradeId = trades.at(-1).tradeId;
      newestMillis = Date.parse(trades.at(-1).time);
      if (isReading) {
        late = [...late, ...trades].slice(-MOST_LATE);
      }
      if (!isRead) {
        // A candle that begins in the midst of what is to come would be a false one. What was refused may be answered by now.
        if (!isReading) {
          readIn(pause);
        }
        return;
      }
      if (!follows) {
        mend();
      }
      const added = trades.filter((trade) => trade.tradeId > readTradeId);
      const isAsPrecise = precise(added.map((trade) => trade.price));
      added.forEach(add);
      const last = shown.at(-1);
      if (last) {
        if (isAsPrecise) {
          prices.update(priceOf(last));
        } else {
          prices.setData(shown.map(priceOf));
        }
        volumes.update(volumeOf(last));
        tellIfEmpty('');
      }
    },
  };
}
