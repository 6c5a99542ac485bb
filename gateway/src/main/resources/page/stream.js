// Server-sent events over fetch: unlike EventSource, it goes on after a refusal, tells why, and can begin where another ended.

import { canWait } from './connections.js';
import { isPassing, request } from './token.js';

const FIRST_WAIT_MILLIS = 500;
const LONGEST_WAIT_MILLIS = 8_000;
/** A stream says at least that it is alive every 15 seconds. */
const SILENCE_MILLIS = 40_000;
/** A tab that nobody sees gives its connections back. */
const HIDDEN_MILLIS = 30_000;
/** A stream that gave way comes back after this long, and nobody is told unless there is still no answer when this is over. */
const GIVEN_WAY_MILLIS = 2_000;
const UNSEEN_MILLIS = 5_000;

/**
 * Listens until it is closed, and connects again for as long. With a rank, it gives way to requests that wait for a connection:
 * the lower, the sooner.
 *
 * told.event(name, content) is called for each event, told.state(state, problem, isResumed) with 'connecting', 'live', 'waiting' or
 * 'unknown': there is no such stream, as the problem says, until retry(), or the tab is seen again, or another token comes.
 */
export function listen(path, told, rank = Infinity) {
  let lastId = '';
  let sequence = 0;
  let wait = FIRST_WAIT_MILLIS;
  let closed = false;
  /** Runs while nobody is told that it gave way, however often it does so until it is answered; 0 otherwise. */
  let unseen = 0;
  let connection = new AbortController();
  let wake = () => {};

  function tellAgain() {
    clearTimeout(unseen);
    unseen = 0;
  }

  function sleep(millis) {
    return new Promise((resolve) => {
      const timer = millis === Infinity ? 0 : setTimeout(resolve, millis);
      wake = () => { clearTimeout(timer); resolve(); };
    });
  }

  function take(name, id, data) {
    if (id) {
      lastId = id;
    }
    if (!data) {
      return;
    }
    const content = JSON.parse(data);
    if (content.sequence !== undefined) {
      if (name === 'change' && content.sequence !== sequence + 1) {
        throw new Error('a change was lost');
      }
      sequence = content.sequence;
    }
    told.event(name, content);
  }

  async function read(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    let event = { name: 'message', id: '', data: '' };
    let silence = 0;
    try {
      for (;;) {
        silence = setTimeout(() => connection.abort(), SILENCE_MILLIS);
        const { value, done } = await reader.read();
        clearTimeout(silence);
        if (done) {
          return;
        }
        wait = FIRST_WAIT_MILLIS;
        const lines = (rest + value).split('\n');
        rest = lines.pop();
        for (const line of lines) {
          const colon = line.indexOf(':');
          const text = line.slice(colon + 1);
          if (line === '') {
            take(event.name, event.id, event.data);
            event = { name: 'message', id: '', data: '' };
          } else if (line.startsWith('event:')) {
            event.name = text.trim();
          } else if (line.startsWith('id:')) {
            event.id = text.trim();
          } else if (line.startsWith('data:')) {
            event.data += text;
          }
        }
      }
    } finally {
      clearTimeout(silence);
    }
  }

  /** How long to wait before the next attempt, in ms. */
  async function connect() {
    if (unseen === 0) {
      told.state('connecting');
    }
    connection = new AbortController();
    const headers = { Accept: 'text/event-stream' };
    if (lastId) {
      headers['Last-Event-ID'] = lastId;
    }
    const silence = setTimeout(() => connection.abort(), SILENCE_MILLIS);
    let answer;
    try {
      answer = await request(path, { headers, cache: 'no-store', signal: connection.signal });
    } finally {
      clearTimeout(silence);
    }
    tellAgain();
    if (answer.ok) {
      told.state('live', undefined, lastId !== '');
      await read(answer.body);
      return FIRST_WAIT_MILLIS;
    }
    if (isPassing(answer)) {
      const seconds = Number(answer.headers.get('Retry-After'));
      if (seconds > 0) {
        return seconds * 1000;
      }
      throw new Error(`status ${answer.status}`);
    }
    told.state('unknown', await answer.json());
    return Infinity;
  }

  async function run() {
    while (!closed) {
      let pause;
      try {
        pause = await connect();
      } catch {
        // The network, the gateway or what stands before it, a change that was lost, or a tab that is hidden.
        pause = unseen ? GIVEN_WAY_MILLIS : wait;
        wait = unseen ? wait : Math.min(2 * wait, LONGEST_WAIT_MILLIS);
      } finally {
        connection.abort();
      }
      if (closed) {
        return;
      }
      if (pause !== Infinity && unseen === 0) {
        told.state('waiting');
      }
      await sleep(document.hidden ? Infinity : pause);
    }
  }

  let hiding = 0;
  function seen() {
    clearTimeout(hiding);
    if (document.hidden) {
      hiding = setTimeout(() => connection.abort(), HIDDEN_MILLIS);
    } else {
      wake();
    }
  }
  document.addEventListener('visibilitychange', seen);
  // A tab that is opened behind another one is hidden without having changed.
  seen();

  /** What was opened for someone else, or for nobody, is opened anew. */
  function reopen() {
    connection.abort();
    wake();
  }
  addEventListener('tokenchange', reopen);
  const leave = canWait(rank, () => {
    // What waits for its next attempt has nothing to give.
    if (!connection.signal.aborted) {
      unseen ||= setTimeout(() => {
        unseen = 0;
        told.state('waiting');
      }, UNSEEN_MILLIS);
      connection.abort();
    }
  });
  run();

  return {
    /** Tries again at once, if it waits; a tab that nobody sees waits until somebody does. */
    retry() {
      if (!document.hidden) {
        wake();
      }
    },
    close() {
      closed = true;
      document.removeEventListener('visibilitychange', seen);
      removeEventListener('tokenchange', reopen);
      leave();
      clearTimeout(hiding);
      tellAgain();
      connection.abort();
      wake();
    },
  };
}
