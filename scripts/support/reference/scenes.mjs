import { createHmac } from 'node:crypto';
import { KEY, Visitor } from './recorder.mjs';

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
/** A number that nobody has at the demo's identity provider. */
const STRANGER = '10000000999';

/** The scene of each example, in the order of a visit. */
export async function recordScenes(recorder) {
  const stranger = new Visitor();
  const member = new Visitor();
  await readAsStranger(recorder, stranger);
  await signUp(recorder, stranger);
  await register(recorder);
  await recorder.note(member, 'logIn', 'withPassword', NOVA);
  await recorder.note(stranger, 'logIn', 'failure', { ...NOVA, password: 'guessed' });
  await recorder.note(stranger, 'logIn', 'failureOfSignedRequest', socialSigned(STRANGER));
  await recorder.note(new Visitor(), 'logIn', 'withSignedRequest', socialSigned('10000000113'));
  const { access } = await recorder.note(new Visitor(), 'logIn', 'withTokens', { ...NOVA, tokens: true });
  await recorder.note(new Visitor(), 'refreshTokens', 'success', { refresh_token: access.refresh_token });
  await recorder.note(new Visitor(), 'refreshTokens', 'failure', { refresh_token: 'none' });
  await readAsMember(recorder, member);
  await writeAsMember(recorder, member);
  await recorder.note(member, 'logOut', 'success');
  for (const id of recorder.ids) {
    if (recorder.has(id, 'failure')) continue;
    await recorder.note(stranger, id, 'invalidKey', { id: 1, provider: 'social' }, { key: '' });
    delete recorder.examples[id].sent.invalidKey;
  }
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
