// Records answers of the demo as the examples of openapi.json.
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
const ACCOUNT = { email: 'iris@starmail.example', first_name: 'Iris', birthdate: '1994-03-02' };

/** Starts the demo in a new folder, and sends requests to it. Resolves with the examples by `operationId`. */
export async function recordExamples() {
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
    return await record(`${origin}/api/v1`);
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

  constructor(base) {
    this.base = base;
  }

  async ask(method, path, { body, headers } = {}) {
    const response = await fetch(`${this.base}${path}${path.includes('?') ? '&' : '?'}key=${KEY}`, {
      method,
      headers: {
        ...headers,
        ...(this.#cookie && { cookie: this.#cookie }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.#cookie = cookie.split(';', 1)[0];
    return response.json();
  }
}

/** The scene of each example, in the order of a visit. */
async function record(base) {
  const examples = {};
  const note = async (id, asked) => {
    const value = await asked;
    const isFailure = value.status === 'error';
    examples[id] = { ...examples[id], [isFailure ? 'failure' : 'success']: { value } };
    return value;
  };
  const stranger = new Visitor(base);
  const member = new Visitor(base);
  await note('showFanclub', stranger.ask('GET', '/fanclub'));
  const { events } = await note('listEvents', stranger.ask('GET', '/events?limit=1&scope=upcoming'));
  const { contests } = await note('listContests', stranger.ask('GET', '/contests?limit=2'));
  await note('listPlans', stranger.ask('GET', '/plans'));
  await note('showLoginStatus', stranger.ask('GET', '/account/status'));
  await note(
    'createAccount',
    stranger.ask('POST', '/accounts', { body: { ...ACCOUNT, ...passwords('eight letters') } }),
  );
  await note(
    'createAccount',
    stranger.ask('POST', '/accounts', { body: { ...NOVA, birthdate: '1994-02-30' } }),
  );
  await note(
    'signUpContact',
    stranger.ask('POST', '/contacts', { body: { contact: { email: 'kit@reader.example' } } }),
  );
  await note('signUpContact', stranger.ask('POST', '/contacts', { body: { contact: { email: 'kit' } } }));
  await note(
    'findCustomer',
    stranger.ask('GET', `/account/search?email=${NOVA.email}`, { headers: PARTNER }),
  );
  await note('findCustomer', stranger.ask('GET', `/account/search?email=${NOVA.email}`));
  for (const [id, path] of [
    ['listBenefits', '/account/benefits'],
    ['listOrders', '/orders'],
    ['listSubscriptions', '/subscriptions'],
    ['listQueuedSubscriptions', '/subscriptions/queued'],
  ]) {
    await note(id, stranger.ask('GET', path));
  }
  for (const [id, path] of [
    ['showEvent', '/events/999'],
    ['showContest', '/contests/999'],
  ]) {
    await note(id, stranger.ask('GET', path));
  }
  await note('logIn', stranger.ask('POST', '/login', { body: { ...NOVA, password: 'guessed' } }));
  await note(
    'connectProvider',
    stranger.ask('POST', '/account/connect/social', { body: signed('10000000999') }),
  );
  await note('register', stranger.ask('POST', '/account/register', { body: signed('10000000999') }));
  await note(
    'deauthorizeProvider',
    stranger.ask('POST', '/account/connect/deauthorize_social', { body: signed('1') }),
  );

  await note('logIn', member.ask('POST', '/login', { body: NOVA }));
  await note('showAccount', member.ask('GET', '/account'));
  await note('updateAccount', member.ask('POST', '/account', { body: { lists_opt_in: 'True' } }));
  await note('updateAccount', member.ask('POST', '/account', { body: passwords('eight letters') }));
  await note('listBenefits', member.ask('GET', '/account/benefits'));
  const { subscriptions } = await note('listSubscriptions', member.ask('GET', '/subscriptions'));
  await note('showSubscription', member.ask('GET', `/subscriptions/${subscriptions[0].id}`));
  await note('showSubscription', member.ask('GET', '/subscriptions/999999'));
  await note('listQueuedSubscriptions', member.ask('GET', '/subscriptions/queued'));
  const { orders } = await note('listOrders', member.ask('GET', '/orders'));
  await note('showOrder', member.ask('GET', `/orders/${orders[0].id}`));
  await note('showOrder', member.ask('GET', '/orders/999999'));
  await note('showLatestOrder', member.ask('GET', '/orders/latest'));
  await note('showEvent', member.ask('GET', `/events/${events[0].id}`));
  await note('showContest', member.ask('GET', `/contests/${contests[0].id}`));
  await note('showShipping', member.ask('GET', '/account/shipping'));
  await note('updateShipping', member.ask('POST', '/account/shipping', { body: ADDRESS }));
  await note(
    'updateShipping',
    member.ask('POST', '/account/shipping', { body: { city: '', country: 'XX' } }),
  );
  const { contests: running } = await member.ask('GET', '/contests');
  const open = running.find(({ status }) => status === 'running');
  await note('enterContest', member.ask('POST', `/contests/${open.id}/enter`));
  await note('enterContest', member.ask('POST', `/contests/${open.id}/enter`));
  await note(
    'connectProvider',
    member.ask('POST', '/account/connect/social', { body: signed('10000000999') }),
  );
  await note('logOut', member.ask('GET', '/logout'));
  return examples;
}

const passwords = (password) => ({ password, password_confirmation: password });

/** A signed request of the demo's identity provider. */
function signed(user) {
  const facts = { algorithm: 'HMAC-SHA256', issued_at: Math.floor(Date.now() / 1000), user_id: user };
  const payload = Buffer.from(JSON.stringify(facts)).toString('base64url');
  const secret = 'demo-secret-of-the-tin-comets-app';
  const signature = createHmac('sha256', secret).update(payload).digest('base64url');
  const request = `${signature}.${payload}`;
  return { social_signed_request: request, signed_request: request };
}
