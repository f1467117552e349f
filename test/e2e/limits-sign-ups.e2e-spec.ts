import { countStatements } from '#libs/testing';
import { Customer } from '#domains/accounts/customer.entity';
import { Contact } from '#domains/contacts/contact.entity';
import type { Answer, Api } from '../support/api';
import { loggedIn, withSession } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages } from '../support/pages';
import { signedRequest } from '../support/signed-request';
import { Shopper } from '../support/shoppers';
import { testApp } from '../support/start-test-app';

const t = testApp({
  TRUST_PROXY: '127.0.0.1',
  LIMIT_SIGN_UP_NETWORK: '4/60',
  LIMIT_SIGN_UP_MAILBOX: '3/3600',
  LIMIT_LOOKUP_NETWORK: '5/60',
  LIMIT_CHECKOUT_NETWORK: '2/60',
});

const HERE = '192.0.2.1';
const ELSEWHERE = '192.0.2.2';
const birthdate = '1990-12-10';
const TAKEN = 'Email has already been taken';

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** The outcome of an answer: ok, limited (with the seconds to wait), or all its messages. */
function outcome({ code, headers, body }: Answer): string {
  expect(code).toBe(200);
  if (body.status === 'ok') return 'ok';
  if (body.messages[0] !== 'Too many requests, please try again later.') return body.messages.join(', ');
  return `wait ${headers.get('retry-after')}`;
}

async function times(count: number, act: (n: number) => Promise<Answer>): Promise<string[]> {
  const outcomes: string[] = [];
  for (let n = 0; n < count; n += 1) outcomes.push(outcome(await act(n)));
  return outcomes;
}

const create = (email: string, address = HERE, others: object = {}): Promise<Answer> =>
  t.api.post('/accounts', { customer: { email, birthdate, ...others } }, from(address));
const contact = (email: string, address = HERE, others: object = {}): Promise<Answer> =>
  t.api.post('/contacts', { contact: { email, ...others } }, from(address));

/** The browser of a visitor who has bought a free plan. */
async function buyer(): Promise<Api> {
  const customer = await t.given.unregisteredCustomer({ email: null });
  const plan = await t.given.plan({ price: '0' });
  const order = await t.given.order({ customer, plan });
  return withSession(t, customer.fanclubId, await t.given.session({ customer, order }));
}
let uid = 1000;
const register = async (email: string, address = HERE, others: object = {}): Promise<Answer> => {
  const body = { social_signed_request: signedRequest(t, String((uid += 1))), email, birthdate };
  return (await buyer()).post('/account/register', { ...body, accept_terms: true, ...others }, from(address));
};

beforeEach(async () => {
  await t.given.fanclub();
  await t.given.loginProvider();
});

describe('sign-ups', () => {
  it('share one limit for a client network: accounts, registrations and contacts', async () => {
    expect(outcome(await create('a@x.example'))).toBe('ok');
    expect(outcome(await contact('b@x.example'))).toBe('ok');
    expect(outcome(await register('c@x.example'))).toBe('ok');
    expect(outcome(await create('d@x.example'))).toBe('ok');
    expect(outcome(await create('e@x.example'))).toBe('wait 60');
    expect(outcome(await contact('e@x.example'))).toBe('wait 60');
    expect(outcome(await register('e@x.example'))).toBe('wait 60');
    expect(outcome(await create('e@x.example', ELSEWHERE))).toBe('ok');
    t.clock.advance(60);
    expect(outcome(await create('f@x.example'))).toBe('ok');
  });

  it('count only when they are accepted', async () => {
    expect(await times(4, (n) => create(`${n}@x.example`, HERE, { birthdate: 'never' }))).not.toContain('ok');
    expect(await times(5, (n) => create(`${n}@x.example`))).toEqual(['ok', 'ok', 'ok', 'ok', 'wait 60']);
    expect(await t.db.getRepository(Customer).count()).toBe(4);
  });

  it('are limited for a mailbox, for any tag, letter case and client network', async () => {
    expect(outcome(await create('Victim+1@x.example', '192.0.2.11'))).toBe('ok');
    expect(outcome(await contact('victim+2@X.example', '192.0.2.12'))).toBe('ok');
    expect(outcome(await register('victim@x.example', '192.0.2.13'))).toBe('ok');
    expect(outcome(await create('victim+4@x.example', '192.0.2.14'))).toBe('wait 3600');
    expect(outcome(await contact('VICTIM+5@x.example', '192.0.2.15'))).toBe('wait 3600');
    expect(outcome(await register('victim+6@x.example', '192.0.2.16'))).toBe('wait 3600');
    expect(await mailsOf(t)).toHaveLength(3);
    expect(outcome(await create('other+1@x.example', '192.0.2.14'))).toBe('ok');
    t.clock.advance(3600);
    expect(outcome(await create('victim+4@x.example', '192.0.2.14'))).toBe('ok');
  });

  it('count a reminder to confirm a contact as a mail to the mailbox', async () => {
    expect(await times(3, (n) => contact(`victim+${n}@x.example`, `192.0.2.2${n}`))).toEqual([
      'ok',
      'ok',
      'ok',
    ]);
    t.clock.advance(86_400);
    const remind = (n: number): Promise<Answer> => contact(`victim+${n % 3}@x.example`, `192.0.2.3${n}`);
    expect(await times(4, remind)).toEqual([
      'You are already subscribed',
      'You are already subscribed',
      'You are already subscribed',
      'wait 3600',
    ]);
    expect(await mailsOf(t)).toHaveLength(6);
  });

  it('never exceed the limit when many arrive simultaneously', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => contact(`${n}@x.example`)));
    const outcomes = answers.map(outcome);
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(4);
    expect(await t.db.getRepository(Contact).count()).toBe(4);
  });
});

describe('an address that is taken', () => {
  const ROUTES: [string, (address: string) => Promise<Answer>, string][] = [
    ['POST /accounts', (address) => create('taken@x.example', address), TAKEN],
    [
      'POST /accounts, beside another faulty field,',
      (address) => create('taken@x.example', address, { birthdate: 'never' }),
      `${TAKEN}, Birthdate is not a valid date`,
    ],
    [
      'POST /accounts, without the terms,',
      (address) => create('taken@x.example', address, { accept_terms: false }),
      `${TAKEN}, Must accept terms of service`,
    ],
    ['POST /account/register', (address) => register('taken@x.example', address), TAKEN],
    [
      'POST /account/register, without the terms,',
      (address) => register('taken@x.example', address, { accept_terms: false }),
      `${TAKEN}, Must accept terms of service`,
    ],
    [
      'POST /contacts, of a member,',
      (address) => contact('taken@x.example', address),
      'Email is already subscribed as a member of',
    ],
    [
      'POST /contacts, of a contact,',
      (address) => contact('listed@x.example', address),
      'You are already subscribed',
    ],
    [
      'POST /account',
      async (address) =>
        (await loggedIn(t, await t.given.customer())).post(
          '/account',
          { email: 'taken@x.example' },
          from(address),
        ),
      TAKEN,
    ],
    [
      'POST /account, beside another faulty field,',
      async (address) =>
        (await loggedIn(t, await t.given.customer())).post(
          '/account',
          { email: 'taken@x.example', first_name: 'x'.repeat(1000) },
          from(address),
        ),
      TAKEN,
    ],
  ];

  beforeEach(async () => {
    await t.given.customer({ email: 'taken@x.example' });
    await t.given.contact({ email: 'listed@x.example', confirmedAt: t.clock.now() });
  });

  it.each(ROUTES)('is reported by %s only as often as the limit allows', async (_, ask, message) => {
    const answers = await times(6, () => ask(HERE));
    for (const answer of answers.slice(0, 5)) expect(answer).toContain(message);
    expect(answers[5]).toBe('wait 60');
    expect(outcome(await ask(ELSEWHERE))).toContain(message);
    t.clock.advance(60);
    expect(outcome(await ask(HERE))).toContain(message);
  });

  it('is counted for all routes together, before it is looked up', async () => {
    for (const [, ask] of ROUTES.slice(0, 5)) await ask(HERE);
    for (const ask of [create, contact]) {
      const counter = countStatements();
      expect(outcome(await ask('taken@x.example', HERE))).toBe('wait 60');
      expect(counter.stop().filter((text) => text.includes('lower(email)'))).toEqual([]);
    }
  });

  it('is counted even if it is free and another field is wrong', async () => {
    const ask = (n: number): Promise<Answer> => create(`free-${n}@x.example`, HERE, { birthdate: 'never' });
    expect((await times(6, ask)).at(-1)).toBe('wait 60');
  });

  it('is not counted when the sign-up is accepted, or the address is the customer’s own', async () => {
    expect(await times(4, (n) => create(`${n}@x.example`))).not.toContain('wait 60');
    const client = await loggedIn(t, await t.given.customer({ email: 'ada@x.example' }));
    const change = (email: string) => client.post('/account', { email }, from(HERE));
    expect(await times(6, () => change('ADA@x.example'))).not.toContain('wait 60');
    expect((await times(6, () => change('taken@x.example'))).filter((one) => one === TAKEN)).toHaveLength(5);
  });

  it('never blocks the other fields that are saved with the pending address', async () => {
    const client = await loggedIn(t, await t.given.customer({ newEmail: 'new@x.example' }));
    for (let n = 0; n < 8; n += 1) {
      const fields = { email: 'new@x.example', first_name: `Ada ${n}` };
      const { body } = await client.post('/account', fields, from(HERE));
      expect(body).toMatchObject({ status: 'ok', customer: { first_name: `Ada ${n}` } });
    }
  });
});

describe('the limit of checkouts', () => {
  const order = async (pages = new Pages(t.origin), address = HERE) => {
    const plan = await t.given.plan({ price: '0.00' });
    const page = await pages.open(`/fanclubs/${plan.fanclubId}/plans/${plan.id}/checkout`);
    return page.submit({}, from(address));
  };

  it('without a session applies to a client network', async () => {
    expect([(await order()).status, (await order()).status]).toEqual([303, 303]);
    const refused = await order();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(refused.text).toContain('Too many requests, please try again later.');
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(await t.db.getRepository(Customer).count()).toBe(2);
    expect((await order(undefined, ELSEWHERE)).status).toBe(303);
    t.clock.advance(60);
    expect((await order()).status).toBe(303);
  });

  it('does not apply to customers', async () => {
    const [cheap, dear] = [await t.given.plan({ price: '0.00' }), await t.given.plan({ price: '0.00' })];
    await t.given.upgrade(cheap, dear);
    const [member, buyer] = [await Shopper.of(t, await t.given.customer()), await Shopper.stranger(t)];
    await buyer.buy(cheap);
    await (await Shopper.stranger(t)).buy(cheap);
    await expect((await Shopper.stranger(t)).buy(cheap)).rejects.toMatchObject({ retryAfter: 60 });
    await expect(member.buy(cheap)).resolves.toMatchObject({ isFree: true });
    await expect(member.buy(dear)).resolves.toMatchObject({ isFree: true });
    await expect(buyer.buy(dear)).resolves.toMatchObject({ isFree: true });
  });
});
