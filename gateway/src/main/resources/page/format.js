// Figures as people read them. Prices and sums come as decimal strings, and are not rounded but where they are too long for a column.

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1, minimumFractionDigits: 1 });
const SHORT_FROM = 100_000n;
/** There, short words for a power of ten end. */
const POWERS_FROM = 1e15;
const SHORT_PRICE_DIGITS = 10;
const EXACT_PERCENT_BELOW = 1_000;
const WHOLE_PERCENT_BELOW = 10_000;
const TICK_DECIMALS = 4;

export const NONE = '–';

export function whole(value) {
  return value === undefined || value === null ? NONE : WHOLE.format(value);
}

/** A whole number as text, with its thousands apart; long ones short. */
export function quantity(text) {
  const value = BigInt(text);
  return value < SHORT_FROM ? WHOLE.format(value) : short(value);
}

function short(value) {
  return Number(value) < POWERS_FROM ? SHORT.format(value) : Number(value).toExponential(1);
}

/** Decimals that a price has. */
export function decimalsOf(price) {
  const point = price.indexOf('.');
  return point < 0 ? 0 : price.length - point - 1;
}

/** A price in ticks, exactly: decimals of 18 digits are more than a Number tells apart. */
export function ticks(price) {
  const [units, rest = ''] = price.split('.');
  return BigInt(units + rest.padEnd(TICK_DECIMALS, '0'));
}

/** Ticks as a decimal, with so many of its decimals. */
export function ofTicks(value, decimals) {
  const digits = String(value).padStart(TICK_DECIMALS + 1, '0');
  return `${digits.slice(0, -TICK_DECIMALS)}.${digits.slice(-TICK_DECIMALS).slice(0, decimals)}`;
}

/** What a sorting goes by: -1, 0 or 1. */
export function compare(one, other) {
  const [a, b] = [ticks(one), ticks(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** As many decimals as the prices need that stand below each other. */
export function decimalsOfAll(prices) {
  return prices.reduce((most, price) => Math.max(most, price === null ? 0 : decimalsOf(price)), 2);
}

/** A price with at least so many decimals and its thousands apart. */
export function price(text, decimals = 2) {
  if (text === undefined) {
    return NONE;
  }
  if (text === null) {
    return 'any';
  }
  const [units, rest = ''] = text.split('.');
  return units.replace(/\B(?=(\d{3})+$)/g, ',') + '.' + rest.padEnd(decimals, '0');
}

/** A price for a column that all products share: one of a billion and more is short, or no name would have room beside it. */
export function shortPrice(text) {
  const units = (text ?? '').split('.')[0];
  return units.length < SHORT_PRICE_DIGITS ? price(text) : short(BigInt(units));
}

/** What a price changed by since it was another one: a text, and whether up or down. */
export function change(now, before) {
  if (now === undefined || before === undefined) {
    return { text: '', direction: 'none' };
  }
  const percent = (Number(now) / Number(before) - 1) * 100;
  const shown = percents(Math.abs(percent));
  if (shown === '0.00') {
    return { text: '0.00 %', direction: 'none' };
  }
  return percent > 0 ? { text: `▲ ${shown} %`, direction: 'up' } : { text: `▼ ${shown} %`, direction: 'down' };
}

/** Short, however much it is: columns are narrow. */
function percents(value) {
  const exact = value.toFixed(2);
  if (Number(exact) < EXACT_PERCENT_BELOW) {
    return exact;
  }
  return Number(exact) < WHOLE_PERCENT_BELOW ? WHOLE.format(value) : short(value);
}

export function seconds(millis) {
  return (millis / 1000).toFixed(1);
}

/** The time of day of an RFC 3339 time in UTC. */
export function clock(time) {
  return time.slice(11, 19);
}

/** Changes a text only where it differs: what stays is not laid out again. */
export function show(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}
