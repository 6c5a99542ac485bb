// Reads orders as the pipeline's gateway does, with the same limits but for very high prices: see README.md.
import { randomUUID } from 'node:crypto';

export const ANY_PRICE = Number.MAX_SAFE_INTEGER;

const TICKS_PER_UNIT = 10_000;
const MAX_PRICE = 900_000_000_000 * TICKS_PER_UNIT;
const MAX_QUANTITY = 1_000_000_000_000_000;
const FIELDS = ['side', 'productId', 'quantity', 'price', 'userId', 'clientOrderId'];

/** A field whose value breaks a limit. */
export class InvalidField extends Error {
  constructor(field, value, expected) {
    super(`${field}: ${value ?? 'missing'} (expected: ${expected})`);
    this.field = field;
    this.value = String(value ?? 'missing').slice(0, 64);
    this.expected = expected;
  }
}

/** GET /buy?productId&quantity&userId[&maxPrice] */
export function buy(query) {
  return order('BUY', query.productId, query.quantity, 'maxPrice', query.maxPrice, query.userId);
}

/** GET /sell?productId&quantity&price&userId */
export function sell(query) {
  return order('SELL', query.productId, query.quantity, 'price', query.price, query.userId);
}

/** The body of POST /orders: one order. */
export function fromJson(body) {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw new InvalidField('body', JSON.stringify(body), 'a JSON object');
  }
  for (const name of Object.keys(body)) {
    if (!FIELDS.includes(name)) {
      throw new InvalidField(name, body[name], `no other field than ${FIELDS.join(', ')}`);
    }
  }
  if (body.side !== 'BUY' && body.side !== 'SELL') {
    throw new InvalidField('side', body.side, 'BUY or SELL');
  }
  if (typeof body.quantity === 'string') {
    throw new InvalidField('quantity', body.quantity, 'a whole number from 1');
  }
  return order(body.side, body.productId, body.quantity, 'price', body.price, body.userId);
}

/** An order id in its canonical form. */
export function id(text) {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text ?? '')) {
    throw new InvalidField('id', text, 'an order id, as the gateway gave it');
  }
  return text;
}

/** Ticks as a decimal with at least two decimals. */
export function formatPrice(ticks) {
  const fraction = String(ticks % TICKS_PER_UNIT).padStart(4, '0').replace(/0{1,2}$/, '');
  return `${Math.floor(ticks / TICKS_PER_UNIT)}.${fraction}`;
}

function order(side, productId, quantity, priceField, price, userId) {
  const now = Date.now();
  return {
    id: nextId(now),
    side,
    productId: name('productId', productId, /^[A-Za-z0-9._-]{1,32}$/, '1 to 32 of A-Z a-z 0-9 . _ -'),
    quantity: wholeNumber('quantity', quantity),
    price: side === 'BUY' && (price === undefined || price === null) ? ANY_PRICE : ticks(priceField, price),
    userId: name('userId', userId, /^[A-Za-z0-9._@-]{1,64}$/, '1 to 64 of A-Z a-z 0-9 . _ - @'),
    acceptedAt: now,
  };
}

// Version 7, as the pipeline's: ordered by time, so that the table's indexes grow in the same way.
function nextId(now) {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-${randomUUID().slice(19)}`;
}

function name(field, value, pattern, expected) {
  if (typeof value !== 'string' || !pattern.test(value)) {
    throw new InvalidField(field, value, expected);
  }
  return value;
}

function wholeNumber(field, value) {
  if (!/^[0-9]+$/.test(String(value ?? '')) || Number(value) < 1) {
    throw new InvalidField(field, value, 'a whole number from 1');
  }
  if (Number(value) > MAX_QUANTITY) {
    throw new InvalidField(field, value, `a whole number up to ${MAX_QUANTITY}`);
  }
  return Number(value);
}

function ticks(field, value) {
  const match = /^([0-9]{1,14})(?:\.([0-9]{1,4}))?$/.exec(String(value ?? ''));
  if (!match) {
    throw new InvalidField(field, value, 'a decimal number with at most 4 decimals, such as 12.34');
  }
  const price = Number(match[1]) * TICKS_PER_UNIT + Number((match[2] ?? '').padEnd(4, '0'));
  if (price < 1) {
    throw new InvalidField(field, value, 'a price from 0.0001');
  }
  if (price > MAX_PRICE) {
    throw new InvalidField(field, value, `a price up to ${formatPrice(MAX_PRICE)}`);
  }
  return price;
}
