// The token that says who asks, where the gateway asks for one. It is kept for this tab only, and goes with every request.

import { answer as soon } from './connections.js';
import { show } from './format.js';

const KEY = 'token';
/** What a gateway tells without a token, too, unless it was told not to. */
const FOR_ALL = /^(market|products)\//;
/** Longer than a gateway waits for Kafka or the database; streams are not answers, and end otherwise. */
const ANSWER_MILLIS = 20_000;
const field = document.getElementById('token-field');
const input = document.getElementById('token');
const error = document.getElementById('error-token');
let token = remembered();

function remembered() {
  try { return sessionStorage.getItem(KEY) ?? ''; } catch { return ''; }
}

function tell(text) {
  show(error, text);
  if (text) {
    input.setAttribute('aria-invalid', 'true');
  } else {
    input.removeAttribute('aria-invalid');
  }
}

function use(text) {
  if (!/^[A-Za-z0-9._~+/=-]*$/.test(text)) {
    tell('Expected: a token as its issuer wrote it');
    return;
  }
  tell('');
  token = text;
  try { sessionStorage.setItem(KEY, token); } catch { /* asked for again after a reload */ }
  dispatchEvent(new Event('tokenchange'));
}

/** As fetch does, for whoever the token names; where it does not count, one is asked for. */
export async function request(path, options = {}) {
  const sent = token;
  const bounded = { ...options, signal: options.signal ?? AbortSignal.timeout(ANSWER_MILLIS) };
  const ask = options.signal ? fetch : soon;
  const answer = await ask(path, sent ? { ...bounded, headers: { ...options.headers, Authorization: `Bearer ${sent}` } } : bounded);
  if (answer.status === 401 && sent === token) {
    field.hidden = false;
    tell(sent ? (await answer.clone().json()).detail : 'Needed here to place orders');
    // One that has expired takes nothing from whoever had none.
    return sent && FOR_ALL.test(path) ? ask(path, bounded) : answer;
  }
  return answer;
}

/** Whether the same may be answered otherwise in a while, whoever before the gateway says so. */
export function isPassing(answer) {
  return answer.status >= 500 || answer.status === 429 || answer.status === 408;
}

/** The user whom the token names, empty if there is none. Whether that is so, the gateway judges. */
export function subject() {
  try {
    const claims = atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'));
    return String(JSON.parse(claims).sub ?? '');
  } catch {
    return '';
  }
}

field.hidden = token === '';
input.value = token;
input.addEventListener('change', () => use(input.value.trim()));
