// A mix of all requests that clients send, at a modest rate, invalid ones included.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD } from '../login.mjs';
import { openContests } from '../seed/clubs.mjs';

const API = '/api/v1';
const KEY = 'key=bench-1';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Connections that are reused; every tenth request has its own. */
const CONNECTIONS = 16;

const OK = /^\{"status":"ok"/;
const REFUSED = /^\{"status":"error"/;
const CALL = /^\/\*\*\/ .*\bcb\(\{"status":"(ok|error)"/;
const PAGE = /^<!doctype html>/i;

/**
 * Visitors of the service at a port.
 * @param cookies session cookies of customers who do not log in during the run
 */
export class Visitors {
  visits = 0;
  /** Visits refused because of overload. */
  refused = 0;
  #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  #port;
  #kinds;
  #underWay = new Set();
  #failure = null;

  constructor(port, size, cookies) {
    this.#port = port;
    this.#kinds = kindsOf(size, cookies);
  }

  /** Makes visits at a rate for a number of seconds, and waits for the last answer. @throws Error for a wrong answer */
  async visit({ perSecond, seconds }) {
    const since = performance.now();
    for (let n = 0; n < perSecond * seconds && !this.#failure; n += 1) {
      await sleep(Math.max(0, since + (n * 1000) / perSecond - performance.now()));
      this.#start(this.visits++);
    }
    await Promise.all(this.#underWay);
    if (this.#failure) throw this.#failure;
  }

  leave() {
    this.#agent.destroy();
  }

  #start(n) {
    const round = Math.floor(n / this.#kinds.length);
    const work = this.#kinds
      [n % this.#kinds.length](round, (wanted, expected) =>
        this.#ask({ ...wanted, agent: n % 10 === 0 ? false : this.#agent }, expected),
      )
      .catch((error) => void (this.#failure ??= error));
    this.#underWay.add(work);
    void work.then(() => this.#underWay.delete(work));
  }

  async #ask({ body, ...options }, expected) {
    const { headers, text } = await send({ host: '127.0.0.1', port: this.#port, ...options }, body);
    // A busy machine may refuse a password because of overload; then nothing was done.
    if (headers['retry-after'] !== undefined) {
      this.refused += 1;
      return null;
    }
    if (!expected.test(text)) throw new Error(`${options.path} was answered:\n${text.slice(0, 500)}`);
    return headers;
  }
}

/**
 * The kinds of visits, all equally frequent. Each is a function of the number of earlier visits and of a function that sends a
 * request.
 */
function kindsOf(size, cookies) {
  const cookie = (round) => ({ cookie: cookies[round % cookies.length] });
  const open = openContests(size);
  const read =
    (path, query = '') =>
    (_, ask) =>
      ask({ path: `${API}${path}?${KEY}${query}` }, OK);
  const own = (path) => (round, ask) => ask({ path: `${API}${path}?${KEY}`, headers: cookie(round) }, OK);
  const wrong =
    (path, options = {}) =>
    (_, ask) =>
      ask({ path: API + path, ...options }, REFUSED);
  const call =
    (path, headers = () => ({})) =>
    (round, ask) =>
      ask({ path: `${API}${path}?${KEY}&callback=cb`, headers: headers(round) }, CALL);
  const post = (path, bodyOf, expected) => (round, ask) =>
    ask(
      {
        method: 'POST',
        path: `${API}${path(round)}?${KEY}`,
        headers: { ...JSON_TYPE, ...cookie(round) },
        body: JSON.stringify(bodyOf(round)),
      },
      expected,
    );
  const either = /^\{"status":"(ok|error)"/;
  return [
    ...['/fanclub', '/plans', '/events', '/contests'].flatMap((path) => [read(path), read(path)]),
    ...['/account', '/events', '/plans', '/contests', '/orders', '/subscriptions'].map(own),
    ...['/account/shipping', '/account/benefits', '/account/status'].map(own),
    read('/events', '&page=2'),
    (round, ask) => ask({ path: `${API}/events/${1001 + (round % 100)}?${KEY}` }, OK),
    (round, ask) => ask({ path: `${API}/contests/${1001 + (round % 20)}?${KEY}` }, OK),
    call('/events'),
    call('/account', cookie),
    call('/nothing'),
    post(
      () => '/account',
      (round) => ({ account: { first_name: `Robin ${round}` } }),
      either,
    ),
    post(
      (round) => `/contests/${open[round % open.length]}/enter`,
      () => ({}),
      either,
    ),
    wrong(`/orders?${KEY}`),
    wrong('/events?key=unknown'),
    wrong(`/contests/999999999?${KEY}`),
    wrong(`/nothing?${KEY}`),
    wrong(`/login?${KEY}`, { method: 'POST', headers: JSON_TYPE, body: '{"email":' }),
    (_, ask) => ask({ path: '/fanclubs/1/login' }, PAGE),
    (_, ask) => ask({ path: '/fanclubs/1/nothing' }, PAGE),
    ...Array.from({ length: 2 }, (_, at) => logIn(size, at)),
    (round, ask) => ask(loginOf(size, round, 'a wrong one'), REFUSED),
  ];
}

/** Logs in, looks at the account and logs out. */
const logIn = (size, at) => async (round, ask) => {
  const answered = await ask(loginOf(size, 2 * round + at, PASSWORD), OK);
  if (answered === null) return;
  const [cookie] = answered['set-cookie'];
  const headers = { cookie: cookie.split(';')[0] };
  await ask({ path: `${API}/account?${KEY}`, headers }, OK);
  await ask({ path: `${API}/logout?${KEY}`, headers }, OK);
};

function loginOf({ measured }, n, password) {
  const half = Math.floor(measured.customers / 2);
  const email = `fan${half + 1 + (n % half)}@mail.example`;
  const body = JSON.stringify({ email, password });
  return { method: 'POST', path: `${API}/login?${KEY}`, headers: JSON_TYPE, body };
}

function send(options, body) {
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (incoming) => {
      const chunks = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({ headers: incoming.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
