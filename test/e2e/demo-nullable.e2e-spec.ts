import { HttpClient } from '#libs/testing';
import { givenDemo } from '../support/given-demo';
import { Pages } from '../support/pages';
import { signedRequest } from '../support/signed-request';
import { testApp } from '../support/start-test-app';

/** Fields that the contract allows to be null, with their paths in answers; lists have no index there. */
const NULLABLE: Readonly<Record<string, RegExp>> = {
  ...rows('Customer', /^customer/, [
    ...['id', 'first_name', 'last_name', 'email', 'new_email', 'birthdate', 'age', 'fanclub_id'],
    'invalid_email_message',
  ]),
  ...rows('Embedded subscription', /^customer\.subscription/, ['end_date']),
  ...rows('Plan', /(^|\.)plans?/, ['description', 'online_benefits', 'annotations']),
  ...rows('Plan (full)', /^plans/, ['upgrade_price', 'duration']),
  ...rows('Package item', /(^|\.)plans?\.package\.items/, ['thumbnail', 'item_type']),
  ...rows('Queued subscription', /^queued/, ['processed_at', 'subscription_id']),
  ...rows('Benefit', /^benefits/, ['details', 'image_url']),
  ...rows('Order', /^orders?/, ['totals', 'refunded_at']),
  ...rows('Shipment item', /^order\.shipments\.items/, ['thumbnail', 'option']),
  ...rows('Contest', /^contests?/, ['event']),
  ...rows('Link', /^events?\.links/, ['code_instructions', 'affiliate_id', 'publish_start', 'publish_end']),
  'GET /account: customer': /^customer$/,
  'GET /account/shipping: address': /^address$/,
};

function rows(resource: string, at: RegExp, fields: readonly string[]): Record<string, RegExp> {
  return Object.fromEntries(
    fields.map((field) => [`${resource}: ${field}`, new RegExp(`${at.source}\\.${field}$`)]),
  );
}

const CLUBS = [
  { id: 1, key: 'demo-tin-comets', partner: 'demo-harbour-lane-partner', password: 'shooting star' },
  { id: 2, key: 'demo-glasvogel', partner: 'demo-nordwind-partner', password: 'feather light' },
];
const LISTS = [
  ...['/account', '/account/shipping', '/account/benefits', '/subscriptions', '/subscriptions/queued'],
  ...['/plans', '/orders', '/contests', '/events', '/fanclub'],
];
const SINGLES = ['subscription', 'order', 'contest', 'event'] as const;

const t = testApp();
/** For each path in the answers: whether it was null, and whether it had a value. */
const seen = new Map<string, { null: boolean; filled: boolean }>();

function look(value: unknown, path: string): void {
  if (Array.isArray(value)) return value.forEach((one) => look(one, path));
  const found = seen.get(path) ?? { null: false, filled: false };
  found[value === null ? 'null' : 'filled'] = true;
  seen.set(path, found);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inside] of Object.entries(value)) look(inside, path === '' ? name : `${path}.${name}`);
}

/** Everything that a visitor can read: the lists, and each of their entries. */
async function lookAround(visitor: HttpClient, key: string): Promise<void> {
  for (const path of LISTS) {
    const { json } = await visitor.get<object>(`/api/v1${path}?key=${key}`);
    look(json, Array.isArray(json) ? 'queued' : '');
    for (const name of SINGLES) {
      const listed = (json as Record<string, { id: number }[] | undefined>)[`${name}s`] ?? [];
      for (const { id } of listed) look((await visitor.get(`/api/v1/${name}s/${id}?key=${key}`)).json, '');
    }
  }
}

it('the answers to the demo show every nullable field of the contract both filled and null', async () => {
  await givenDemo(t);
  const customers = await t.db.query<{ email: string; fanclub_id: string }[]>(
    `SELECT email, fanclub_id FROM customers WHERE email IS NOT NULL ORDER BY id`,
  );
  let logIns = 0;
  for (const { id, key, partner, password } of CLUBS) {
    for (const { email } of customers.filter(({ fanclub_id }) => Number(fanclub_id) === id)) {
      const visitor = new HttpClient(t.origin);
      const { json } = await visitor.post<{ status: string }>(`/api/v1/login?key=${key}`, {
        email,
        password,
      });
      if (json.status === 'ok') logIns += 1;
      await lookAround(visitor, key);
      const found = await visitor.get(`/api/v1/search?key=${key}&email=${encodeURIComponent(email)}`, {
        headers: { 'api-key': partner },
      });
      look(found.json, '');
    }
  }
  expect(logIns).toBeGreaterThanOrEqual(15);

  const [{ id, key }] = CLUBS;
  const lena = new HttpClient(t.origin);
  const claim = signedRequest(t, '10000000113', { secret: 'demo-secret-of-the-tin-comets-app' });
  look((await lena.post(`/api/v1/login?key=${key}`, { social_signed_request: claim })).json, '');
  const buyer = new Pages(t.origin);
  await (await buyer.open(`/fanclubs/${id}/plans/1/checkout`)).submit();
  await lookAround(buyer.http, key);

  const shown = Object.entries(NULLABLE).map(([field, at]) => {
    const found = [...seen].filter(([path]) => at.test(path)).map(([, one]) => one);
    return [field, { filled: found.some((one) => one.filled), null: found.some((one) => one.null) }];
  });
  const both = Object.keys(NULLABLE).map((field) => [field, { filled: true, null: true }]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(both));
});
