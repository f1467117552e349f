// Records requests to the demo and their answers as the examples of openapi.json.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.mjs';
import { startNpm } from './npm.mjs';
import { Failure } from './project.mjs';

const KEY = 'demo-tin-comets';
const PARTNER = { 'Api-Key': 'demo-harbour-lane-partner' };
const NOVA = { email: 'nova@starmail.example', password: 'shooting star' };
const ADDRESS = {
  first_name: 'Nova',
  last_name: 'Castellanos',
  address: '12 Foundry Street',
  city: 'Portland',
  state: 'OR',
  postal_code: '97201',
  country: 'US',
};
const IRIS = { email: 'iris@starmail.example', first_name: 'Iris', birthdate: '1994-03-02' };
const KIT = { email: 'kit@starmail.example', first_name: 'Kit', birthdate: '1991-07-19' };
const BUYER = { email: 'wren@starmail.example', first_name: 'Wren', birthdate: '1998-11-30' };
/** The number of nobody at the demo's identity provider. */
const STRANGER = '10000000999';

/**
 * Starts the demo in a new folder, and sends requests to it. Resolves with the examples by `operationId`: `sent` are the bodies by name,
 * `answered` the answers.
 */
export async function recordExamples(document) {
  const folder = mkdtempSync(join(tmpdir(), 'fanclub-examples-'));
  chmodSync(folder, 0o755); // The database's account must be able to traverse it.
  const port = await freePort();
  const service = startNpm(['start'], {
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      SITE: 'false',
      PUBLIC_URL: 'http://localhost:3000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(service, 'exit');
  try {
    const origin = `http://127.0.0.1:${port}`;
    await ready(origin);
    return await record(new Recorder(document, origin));
  } finally {
    service.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ready(origin) {
  for (let n = 0; n < 600; n += 1) {
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) return;
    await sleep(100);
  }
  throw new Failure('The demo did not start.');
}

/** A visitor with a cookie. */
class Visitor {
  #cookie = '';

  async fetch(url, { headers, ...options } = {}) {
    const response = await fetch(url, {
      ...options,
      redirect: 'manual',
      headers: { ...headers, ...(this.#cookie && { cookie: this.#cookie }) },
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.#cookie = cookie.split(';', 1)[0];
    return response;
  }
}

/** Sends requests, and keeps them with their answers. */
class Recorder {
  examples = {};
  #paths = new Map();

  constructor(document, origin) {
    this.origin = origin;
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, { operationId }] of Object.entries(item))
        this.#paths.set(operationId, { method, path });
    }
  }

  get ids() {
    return [...this.#paths.keys()];
  }

  /** The examples by operation, successes first: a reader sees the first one. */
  sorted() {
    const sort = (examples) =>
      Object.fromEntries(
        Object.entries(examples).sort(([a], [b]) => NAMES_OF_FAILURES.test(a) - NAMES_OF_FAILURES.test(b)),
      );
    const entries = Object.entries(this.examples).map(([id, { sent, answered }]) => {
      return [id, { sent: sort(sent), answered: sort(answered) }];
    });
    return Object.fromEntries(entries);
  }

  has(id, name) {
    return this.examples[id]?.answered[name] !== undefined;
  }

  /** The scene `name` of an operation. Fields of the path are filled in; the others are the query, or the body of a POST. */
  async note(visitor, id, name, fields = {}, { headers, key = KEY } = {}) {
    const { method, path } = this.#paths.get(id);
    const rest = { ...fields };
    const filled = path.replace(/\{(\w+)\}/g, (_, field) => {
      const value = rest[field];
      delete rest[field];
      return value;
    });
    const isPost = method === 'post';
    const query = new URLSearchParams({ ...(isPost ? {} : rest), ...(key && { key }) });
    const hasBody = isPost && Object.keys(rest).length > 0;
    const response = await visitor.fetch(`${this.origin}/api/v1${filled}?${query}`, {
      method: method.toUpperCase(),
      headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
      body: hasBody ? JSON.stringify(rest) : undefined,
    });
    const value = await response.json();
    if ((value.status === 'error') !== NAMES_OF_FAILURES.test(name))
      throw new Failure(`${id}, ${name}: unexpected answer ${JSON.stringify(value)}`);
    const { sent = {}, answered = {} } = this.examples[id] ?? {};
    if (hasBody) sent[name] = { value: rest };
    answered[name] = { value };
    this.examples[id] = { sent, answered };
    return value;
  }
}

/** Examples with other names are successes. */
const NAMES_OF_FAILURES = /^(failure|invalidKey)/;

/** The scene of each example, in the order of a visit. */
async function record(recorder) {
  const stranger = new Visitor();
  const member = new Visitor();
  await readAsStranger(recorder, stranger);
  await signUp(recorder, stranger);
  await register(recorder);
  await recorder.note(stranger, 'logIn', 'failure', { ...NOVA, password: 'guessed' });
  await recorder.note(stranger, 'logIn', 'failureOfSignedRequest', socialSigned(STRANGER));
  await recorder.note(new Visitor(), 'logIn', 'withSignedRequest', socialSigned('10000000113'));
  await recorder.note(member, 'logIn', 'withPassword', NOVA);
  await readAsMember(recorder, member);
  await writeAsMember(recorder, member);
  await recorder.note(member, 'logOut', 'success');
  for (const id of recorder.ids) {
    if (recorder.has(id, 'failure')) continue;
    await recorder.note(stranger, id, 'invalidKey', { id: 1, provider: 'social' }, { key: '' });
    delete recorder.examples[id].sent.invalidKey;
  }
  return recorder.sorted();
}

async function readAsStranger(recorder, visitor) {
  await recorder.note(visitor, 'showFanclub', 'success');
  await recorder.note(visitor, 'listEvents', 'success', { limit: 1, scope: 'upcoming' });
  await recorder.note(visitor, 'listContests', 'success', { limit: 2 });
  await recorder.note(visitor, 'listPlans', 'success');
  await recorder.note(visitor, 'showLoginStatus', 'success');
  for (const id of ['findCustomer', 'findCustomerAlias']) {
    await recorder.note(visitor, id, 'success', { email: NOVA.email }, { headers: PARTNER });
    await recorder.note(visitor, id, 'failure', { email: NOVA.email });
  }
  const forCustomers = [
    'listBenefits',
    'listOrders',
    'listSubscriptions',
    'listQueuedSubscriptions',
    'showLatestOrder',
  ];
  for (const id of forCustomers) await recorder.note(visitor, id, 'failure');
  for (const id of ['showEvent', 'showContest']) await recorder.note(visitor, id, 'failure', { id: 999 });
}

async function signUp(recorder, visitor) {
  const created = { ...IRIS, accept_terms: true, password_attributes: passwords('eight letters') };
  await recorder.note(visitor, 'createAccount', 'success', created);
  await recorder.note(visitor, 'createAccount', 'insideCustomer', { customer: KIT });
  await recorder.note(visitor, 'createAccount', 'failure', {
    ...IRIS,
    birthdate: '2020-05-17',
    ...passwords('seven77'),
  });
  const contact = { email: 'kit@reader.example', first_name: 'Kit', favourite_song: 'Kettle Moon' };
  await recorder.note(visitor, 'signUpContact', 'success', { contact });
  await recorder.note(visitor, 'signUpContact', 'failure', { contact: { email: NOVA.email } });
}

/** With the customer whom the hosted checkout of a free plan leaves in the session. */
async function register(recorder) {
  const buyer = new Visitor();
  const { plans } = recorder.examples.listPlans.answered.success.value;
  const free = plans.find((plan) => plan.display_price === 'Free' && plan.available_to_customer);
  const checkout = recorder.origin + new URL(free.checkout).pathname;
  const page = await (await buyer.fetch(checkout)).text();
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  await buyer.fetch(checkout, {
    method: 'POST',
    body: new URLSearchParams(hidden.map(([, name, value]) => [name, value])),
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  const request = socialSigned('10000000500');
  await recorder.note(buyer, 'register', 'failure', { accept_terms: false, ...request });
  await recorder.note(buyer, 'register', 'success', { ...BUYER, accept_terms: true, ...request });
}

async function readAsMember(recorder, visitor) {
  await recorder.note(visitor, 'showAccount', 'success');
  await recorder.note(visitor, 'listBenefits', 'success');
  await recorder.note(visitor, 'listQueuedSubscriptions', 'success');
  await recorder.note(visitor, 'showLatestOrder', 'success');
  await recorder.note(visitor, 'showShipping', 'success');
  const { subscriptions } = await recorder.note(visitor, 'listSubscriptions', 'success');
  await recorder.note(visitor, 'showSubscription', 'success', { id: subscriptions[0].id });
  await recorder.note(visitor, 'showSubscription', 'failure', { id: 999999 });
  const { orders } = await recorder.note(visitor, 'listOrders', 'success');
  await recorder.note(visitor, 'showOrder', 'success', { id: orders[0].id });
  await recorder.note(visitor, 'showOrder', 'failure', { id: 999999 });
  const { events } = recorder.examples.listEvents.answered.success.value;
  await recorder.note(visitor, 'showEvent', 'success', { id: events[0].id });
  const { contests } = recorder.examples.listContests.answered.success.value;
  await recorder.note(visitor, 'showContest', 'success', { id: contests[0].id });
}

async function writeAsMember(recorder, visitor) {
  await recorder.note(visitor, 'updateAccount', 'success', { first_name: 'Nova', lists_opt_in: 'True' });
  await recorder.note(visitor, 'updateAccount', 'failure', passwords('eight letters'));
  const { items } = recorder.examples.showShipping.answered.success.value;
  const choices = Object.entries(items).map(([name, { options }]) => [name, options[0].id]);
  await recorder.note(visitor, 'updateShipping', 'success', { ...ADDRESS, ...Object.fromEntries(choices) });
  await recorder.note(visitor, 'updateShipping', 'failure', { city: '', country: 'XX' });
  const response = await visitor.fetch(`${recorder.origin}/api/v1/contests?key=${KEY}`);
  const { contests } = await response.json();
  const { id } = contests.find(({ status }) => status === 'running');
  await recorder.note(visitor, 'enterContest', 'success', { id });
  await recorder.note(visitor, 'enterContest', 'failure', { id });
  const request = { provider: 'social', ...socialSigned(STRANGER) };
  await recorder.note(visitor, 'connectProvider', 'success', request);
  await recorder.note(visitor, 'connectProvider', 'failure', request);
  const callback = { provider: 'social', signed_request: signed(STRANGER) };
  await recorder.note(new Visitor(), 'deauthorizeProvider', 'success', callback);
  const forged = { provider: 'social', signed_request: 'bm9ib2R5.e30' };
  await recorder.note(new Visitor(), 'deauthorizeProvider', 'failure', forged);
}

const passwords = (password) => ({ password, password_confirmation: password });

/** A signed request of the demo's identity provider. */
function signed(user) {
  const facts = { algorithm: 'HMAC-SHA256', issued_at: Math.floor(Date.now() / 1000), user_id: user };
  const payload = Buffer.from(JSON.stringify(facts)).toString('base64url');
  const secret = 'demo-secret-of-the-tin-comets-app';
  const signature = createHmac('sha256', secret).update(payload).digest('base64url');
  return `${signature}.${payload}`;
}

const socialSigned = (user) => ({ social_signed_request: signed(user) });
