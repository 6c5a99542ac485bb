// Candles and volume of one product: what is past comes once, what follows is added trade by trade.

import { CandlestickSeries, createChart, HistogramSeries } from './lightweight-charts.js';
import { decimalsOf, show } from './format.js';
import { request } from './token.js';

/** Lengths, and how many candles a gateway has in memory of each. */
const INTERVALS = { '1s': { millis: 1_000, candles: 60 }, '1m': { millis: 60_000, candles: 60 }, '5m': { millis: 300_000, candles: 280 }, '1h': { millis: 3_600_000, candles: 23 } };
/** When a candle is complete, or trades were left out, the candles are read again, no more often than this. */
const MEND_MILLIS = 2_000;

const VISIBLE = 62;

const element = (id) => document.getElementById(id);

/** A colour of the style sheet, as the theme has it. */
function colour(name) {
  const probe = document.createElement('span');
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
    handleScroll: { vertTouchDrag: false },
  });
  const prices = chart.addSeries(CandlestickSeries, { borderVisible: false });
  const volumes = chart.addSeries(HistogramSeries, { priceScaleId: 'volume', priceFormat: { type: 'volume' }, lastValueVisible: false, priceLineVisible: false });
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });

  let productId = '';
  let interval = '1m';
  let shown = [];
  let lastTradeId = 0;
  let reading = 0;
  let mending = 0;
  let decimals = 2;
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

  const priceOf = (candle) => ({ time: candle.time, open: candle.open, high: candle.high, low: candle.low, close: candle.close });
  const volumeOf = (candle) => ({ time: candle.time, value: candle.volume, color: candle.close >= candle.open ? colours.upSoft : colours.downSoft });

  function precise(text) {
    if (decimalsOf(text) > decimals) {
      decimals = decimalsOf(text);
      prices.applyOptions({ priceFormat: { type: 'price', precision: decimals, minMove: 10 ** -decimals } });
    }
  }

  function tellIfEmpty(text) {
    show(empty, text);
    empty.hidden = shown.length > 0;
  }

  /** Reads what is past; of several that were begun, the last one counts. */
  async function read(keepsView) {
    const mine = ++reading;
    const { millis, candles: count } = INTERVALS[interval];
    const from = new Date((Math.floor(Date.now() / millis) - count + 1) * millis).toISOString();
    let found = [];
    try {
      const answer = await request(`products/${encodeURIComponent(productId)}/candles?interval=${interval}&from=${from}`, { cache: 'no-store' });
      if (answer.ok) {
        found = (await answer.json()).candles;
      }
    } catch {
      // The stream comes back, and with it this.
      return;
    }
    if (mine !== reading) {
      return;
    }
    shown = found.map((candle) => ({
      time: Date.parse(candle.time) / 1000, open: Number(candle.open), high: Number(candle.high), low: Number(candle.low),
      close: Number(candle.close), volume: Number(candle.volume) }));
    found.forEach((candle) => precise(candle.close));
    prices.setData(shown.map(priceOf));
    volumes.setData(shown.map(volumeOf));
    if (!keepsView) {
      chart.timeScale().applyOptions({ secondsVisible: interval === '1s' });
      chart.timeScale().setVisibleLogicalRange({ from: shown.length - VISIBLE, to: shown.length + 1 });
    }
    tellIfEmpty('No sale in this time yet');
  }

  function mend() {
    if (mending === 0) {
      mending = setTimeout(() => { mending = 0; read(true); }, MEND_MILLIS);
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
    precise(trade.price);
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
    shown = [];
    read(false);
  });
  addEventListener('themechange', paint);
  paint();

  return {
    open(id) {
      productId = id;
      shown = [];
      decimals = 2;
      reading++;
      prices.applyOptions({ priceFormat: { type: 'price', precision: 2, minMove: 0.01 } });
      prices.setData([]);
      volumes.setData([]);
      tellIfEmpty('Loading…');
    },
    /** All that is known is to be read anew. */
    begin(trades) {
      lastTradeId = trades[0]?.tradeId ?? 0;
      read(shown.length > 0);
    },
    nothing: (text) => tellIfEmpty(text),
    /** New trades, oldest first. */
    take(trades) {
      if (trades[0].tradeId !== lastTradeId + 1) {
        mend();
      }
      lastTradeId = trades.at(-1).tradeId;
      trades.forEach(add);
      const last = shown.at(-1);
      if (last) {
        prices.update(priceOf(last));
        volumes.update(volumeOf(last));
        tellIfEmpty('');
      }
    },
  };
}
