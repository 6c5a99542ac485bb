// The parent process: takes orders over HTTP, hands each to the child process that has its product, and keeps results.
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import express from 'express';
import { Results } from './results.js';
import { WAYS } from './sales.js';
import * as orders from './orders.js';

// The articles' system had no such limit; what grows without one ends badly.
const MAX_WAITING = 100_000;
const FIGURES_MILLIS = 5_000;
const STOP_MILLIS = 10_000;
const BODY_LIMIT = '64kb';

const { values: options } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8080' },
    engines: { type: 'string', default: '4' },
    persist: { type: 'string', default: 'parallel' },
    'delay-millis': { type: 'string', default: '3' },
    'order-timeout-seconds': { type: 'string', default: '60' },
  },
});
const port = number('port', 1, 65_535);
const count = number('engines', 1, 100);
if (!WAYS.includes(options.persist)) {
  fail(`--persist: ${options.persist} (expected: ${WAYS.join(' or ')})`);
}
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) {
  fail('DATABASE_URL: missing (expected: mysql://USER:PASSWORD@HOST:PORT/DATABASE)');
}

const results = new Results();
let stopping = false;
const engines = await Promise.all(Array.from({ length: count }, startEngine));
const server = express()
  .get('/buy', (request, response) => answerOk(response, place(orders.buy(request.query))))
  .get('/sell', (request, response) => answerOk(response, place(orders.sell(request.query))))
  .post('/orders', express.json({ limit: BODY_LIMIT, strict: false, type: () => true }), (request, response) => {
    const id = place(orders.fromJson(request.body));
    response.status(202).location(`/orders/${id}`).json({ id, status: 'PENDING' });
  })
  .get('/result', (request, response) => {
    const result = results.find(orders.id(request.query.id));
    response.json(result ? { msg: 'ok', ...result } : { msg: 'UNKNOWN OR PENDING' });
  })
  .get('/orders/:id', (request, response) => {
    const id = orders.id(request.params.id);
    const result = results.find(id);
    if (result) {
      response.json(result);
    } else {
      problem(response, 404, 'Nothing is known of this order', `id: ${id} (expected: an order that was traded)`);
    }
  })
  .get('/actuator/health/readiness', (request, response) => response.json({ status: 'UP' }))
  .use((request, response) => problem(response, 404, 'Not Found', `${request.method} ${request.path}`))
  .use(answerFailure)
  .listen(port, options.host, (failure) => {
    if (failure) {
      fail(`port ${port}: ${failure.message}`);
    }
    console.log(`node serves http://${options.host}:${port} with ${count} engines, persisting ${options.persist}`);
  });

setInterval(() => {
  results.forgetOld();
  const waiting = engines.reduce((sum, engine) => sum + engine.waiting, 0);
  console.log(`sales=${results.sales} expired=${results.expired} waiting=${waiting}`);
}, FIGURES_MILLIS).unref();
process.on('SIGTERM', stop);

/** Starts a child process, and waits until it trades. */
function startEngine() {
  const settings = {
    databaseUrl,
    persist: options.persist,
    delayMillis: number('delay-millis', 0, 60_000),
    timeoutMillis: number('order-timeout-seconds', 1, 86_400) * 1000,
  };
  const child = fork(new URL('./engine.js', import.meta.url), [JSON.stringify(settings)]);
  const engine = { child, waiting: 0 };
  child.on('exit', (status) => {
    if (!stopping) {
      fail(`an engine ended with status ${status}`);
    }
  });
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (message.ready) {
        resolve(engine);
        return;
      }
      engine.waiting -= message.taken;
      message.sold.forEach((sale) => results.sold(sale));
      message.resting.forEach((order) => results.rests(order));
      message.expired.forEach((order) => results.expire(order));
    });
  });
}

/** Hands an order to the engine that has its product, and does not wait for it. */
function place(order) {
  const engine = engines[partition(order.productId)];
  if (engine.waiting >= MAX_WAITING) {
    throw new NotTaken(order.productId);
  }
  engine.waiting++;
  engine.child.send(order);
  return order.id;
}

// As Java's String.hashCode, so that a product is in the engine of the same number in every baseline.
function partition(productId) {
  let hash = 0;
  for (let i = 0; i < productId.length; i++) {
    hash = (Math.imul(31, hash) + productId.charCodeAt(i)) | 0;
  }
  return ((hash % count) + count) % count;
}

class NotTaken extends Error {
  constructor(productId) {
    super(`${MAX_WAITING} orders wait for the engine of ${productId}`);
  }
}

function answerOk(response, id) {
  response.json({ msg: 'ok', id });
}

// Express recognises a handler of failures by its four parameters.
// eslint-disable-next-line no-unused-vars
function answerFailure(failure, request, response, next) {
  if (failure instanceof orders.InvalidField) {
    const { field, value, expected } = failure;
    const body = { type: 'invalid-field', title: 'A value breaks a limit', status: 400 };
    response.status(400).type('application/problem+json');
    response.send(JSON.stringify({ ...body, detail: failure.message, field, value, expected }));
  } else if (failure instanceof NotTaken) {
    response.set('Retry-After', '1');
    problem(response, 503, 'The order was not taken', failure.message);
  } else {
    problem(response, failure.status ?? 500, 'The request was not understood', failure.message);
  }
}

function problem(response, status, title, detail) {
  response.status(status).type('application/problem+json');
  response.send(JSON.stringify({ type: 'about:blank', title, status, detail }));
}

/** No more orders; each engine ends after its current run. */
function stop() {
  stopping = true;
  server.close();
  server.closeIdleConnections();
  setTimeout(() => fail(`not stopped after ${STOP_MILLIS} ms`), STOP_MILLIS).unref();
  const ends = engines.map(({ child }) => new Promise((resolve) => child.on('exit', resolve)));
  engines.forEach(({ child }) => child.disconnect());
  Promise.all(ends).then(() => process.exit(0));
}

function number(option, from, to) {
  const value = options[option];
  if (!/^[0-9]+$/.test(value) || Number(value) < from || Number(value) > to) {
    fail(`--${option}: ${value} (expected: a whole number from ${from} to ${to})`);
  }
  return Number(value);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
