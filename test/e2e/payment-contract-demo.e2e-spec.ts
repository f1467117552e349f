import { HttpClient } from '#libs/testing';
import {
  BadSignature,
  Misconfigured,
  PaymentAccountsService,
  ProviderUnavailable,
} from '../../src/domains/payment-providers';
import { DemoBankService, signatureOf } from '../../src/demo-bank';
import { Jobs } from '../../src/platform/jobs';
import { type BankAccount, openBank, withDemoBank } from '../support/payments/demo-bank';
import { elements } from '../support/page-html';
import { CARDS, describeContract } from '../support/payments/contract';
import { jobRun } from '../support/run-job';
import { testApp } from '../support/start-test-app';

const t = testApp(withDemoBank);

let bank: BankAccount;
const connect = async () =>
  (await t.app.get(PaymentAccountsService).account(bank.account.fanclubId, bank.account.id))!;

/** Sends a form of the bank's pages. */
const send = (url: string, fields: Record<string, string>) =>
  new HttpClient(t.origin).post(new URL(url).pathname, new URLSearchParams(fields).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

describeContract('the demo bank', async () => {
  bank = await openBank(t);
  const { client, fanclubId } = await connect();
  return {
    provider: client,
    fanclubId,
    now: t.clock.now(),
    advance: (minutes) => t.clock.advance(minutes * 60),
    async decide(decision) {
      const account = bank.account.accountRef;
      const open = await t.app.get(DemoBankService).act(account, (at) => at.disputes.undecided());
      for (const { ref: dispute } of open)
        await send(`${t.origin}/demo-bank/disputes`, { account, dispute, decision });
    },
    async pay(url, number, confirms) {
      await send(url, { number, name: 'Ada Lovelace', country: 'us' });
      if (confirms !== undefined) await send(url, { confirm: confirms ? 'yes' : 'no' });
    },
  };
});

describe('the demo bank', () => {
  let body: string;

  beforeEach(async () => {
    bank = await openBank(t);
    const metadata = { id: '7', fanclub: String(bank.account.fanclubId), mode: 'payment' };
    body = JSON.stringify({
      ...{ id: 'event_1', type: 'session.completed', object: 'session_1', metadata },
      at: '2026-06-15T12:00:00.000Z',
    });
  });

  /** An open page. */
  async function opened() {
    const { client } = await connect();
    const customer = await client.addCustomer({
      ...{ fanclubId: 1, customerId: 1, email: 'ada@x.example', name: null, idempotencyKey: 'c' },
    });
    const page = await client.openCheckout({
      ...{ id: 1, fanclubId: 1, orderId: 1, customer, idempotencyKey: 'k', saveCard: false },
      ...{ amount: '5.00', currency: 'USD', lines: [{ name: '<b>Gold</b>', amount: '5.00' }] },
      ...{ description: 'Gold', returnUrl: `${t.origin}/back`, cancelUrl: `${t.origin}/back` },
      expiresAt: new Date(t.clock.now().getTime() + 3_600_000),
    });
    return { ...page, client };
  }

  it('asks for the card, its name and the country only, and suggests the name of the customer', async () => {
    const { client } = await connect();
    const customer = await client.addCustomer({
      ...{ fanclubId: 1, customerId: 1, email: 'ada@x.example', name: 'Ada Lovelace', idempotencyKey: 'c' },
    });
    const { url } = await client.openCardPage({
      ...{ id: 1, fanclubId: 1, customer, currency: 'USD', idempotencyKey: 'k' },
      ...{ returnUrl: `${t.origin}/back`, cancelUrl: `${t.origin}/back` },
      expiresAt: new Date(t.clock.now().getTime() + 3_600_000),
    });
    const { text } = await new HttpClient(t.origin).get(new URL(url).pathname);
    expect(elements(text, 'input').map(({ name, value }) => [name, value])).toEqual([
      ['number', ''],
      ['name', 'Ada Lovelace'],
    ]);
    expect(elements(text, 'select').map(({ name }) => name)).toEqual(['country']);
  });

  it('names the fan club of each account on the page with the switches', async () => {
    const { text } = await new HttpClient(t.origin).get('/demo-bank/switches');
    expect(text).toContain('<h2>The Lanterns</h2>');
    expect(text).toContain(bank.account.accountRef);
  });

  /** The queued jobs that send events. */
  const sendings = (): Promise<{ payload: object }[]> =>
    t.db.query(`SELECT payload FROM graphile_worker._private_jobs WHERE payload->>'event' IS NOT NULL`);
  const deliver = (payload: object): Promise<number> =>
    t.app
      .get(Jobs)
      .all()
      .find(({ name }) => name === 'demo_bank.send_event')!
      .run({ ...jobRun(t), payload });

  const signed = (text: string, secret = bank.webhookSecret, at = t.clock.now()) => {
    const seconds = Math.floor(at.getTime() / 1000);
    return { 'demo-bank-signature': `t=${seconds},v1=${signatureOf(text, seconds, secret)}` };
  };
  const path = () => `/payments/demo/${bank.account.id}/events`;
  const post = (text: string, headers: Record<string, string>) =>
    new HttpClient(t.origin).post(path(), text, {
      headers: { 'content-type': 'application/json', ...headers },
    });

  it.each([
    ['once', {}, 1],
    ['twice', { repeating: 'on' }, 2],
    ['never', { silent: 'on' }, 0],
  ])('sends an event %s, and the service stores it once', async (_times, switches, times) => {
    await send(`${t.origin}/demo-bank/switches`, { account: bank.account.accountRef, ...switches });
    const { url, ref, client } = await opened();
    await send(url, { number: CARDS.works, name: 'Ada', country: 'US' });
    const jobs = await sendings();
    expect(jobs).toHaveLength(times);
    for (const { payload } of jobs) expect(await deliver(payload)).toBe(1);
    const stored = times === 0 ? [] : [{ type: 'session.completed', subject: 'payment', object_ref: ref }];
    expect(await t.db.query('SELECT type, subject, object_ref FROM payment_events')).toEqual(stored);
    const missed = [];
    for await (const hint of client.recent(new Date(0))) missed.push(hint.object);
    expect(missed).toEqual([ref]);
  });

  it.each([
    ['slow', 'one minute', 60, 60, 1],
    ['disordered', 'different times of up to ten seconds', 0, 10, 2],
  ])('lets the events of a %s bank wait %s', async (kind, _time, least, most, different) => {
    const account = bank.account.accountRef;
    await send(`${t.origin}/demo-bank/switches`, { account, [kind]: 'on' });
    const event = {
      type: 'session.completed',
      object: 'session_1',
      metadata: {},
      at: '2026-06-15T12:00:00Z',
    };
    for (let count = 0; count < 10; count += 1)
      await t.app.get(DemoBankService).act(account, (_bank, store) => store.add('event', event));
    const waits = await t.db.query<{ seconds: number }[]>(
      `SELECT round(extract(epoch FROM run_at - created_at))::integer AS seconds FROM graphile_worker._private_jobs
       WHERE payload->>'event' IS NOT NULL`,
    );
    const seconds = waits.map((wait) => wait.seconds);
    expect(seconds).toHaveLength(10);
    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(least);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(most);
    expect(new Set(seconds).size).toBeGreaterThanOrEqual(different);
  });

  it('repeats an event that is not answered with 200', async () => {
    await t.db.query('UPDATE demo_bank.objects SET content = jsonb_set(content, $1, $2) WHERE kind = $3', [
      ...['{webhookSecret}', '"other"', 'account'],
    ]);
    const { url } = await opened();
    await send(url, { number: CARDS.works, name: 'Ada', country: 'US' });
    const [{ payload }] = await sendings();
    await expect(deliver(payload)).rejects.toThrow('answered_400');
  });

  it('sends an event that is stored once, however often it arrives', async () => {
    const first = await post(body, signed(body));
    expect([first.status, JSON.parse(first.text)]).toEqual([200, { status: 'received' }]);
    expect((await post(body, signed(body))).status).toBe(200);
    expect(await t.db.query('SELECT event_ref, subject, own_number FROM payment_events')).toEqual([
      { event_ref: 'event_1', subject: 'payment', own_number: 7 },
    ]);
    expect(await t.db.query('SELECT task_identifier FROM graphile_worker.jobs')).toHaveLength(1);
  });

  it.each([
    ['without signature', () => [body, {}] as const],
    ['with another secret', () => [body, signed(body, 'other')] as const],
    ['altered by one byte', () => [`${body} `, signed(body)] as const],
    [
      'older than five minutes',
      () => [body, signed(body, undefined, new Date('2026-06-15T11:54:00Z'))] as const,
    ],
  ])('is refused an event %s', async (_title, make) => {
    const [text, headers] = make();
    expect((await post(text, headers)).status).toBe(400);
    expect(await t.db.query('SELECT FROM payment_events')).toEqual([]);
  });

  it('is refused an event of more than 64 KiB, and one for an unknown account', async () => {
    const long = JSON.stringify({ id: 'x'.repeat(65_536) });
    expect((await post(long, signed(long))).status).toBe(413);
    const { status } = await new HttpClient(t.origin).post('/payments/demo/999999/events', body, {
      headers: signed(body),
    });
    expect(status).toBe(404);
    expect(
      (await new HttpClient(t.origin).post('/payments/other/1/events', body, { headers: signed(body) }))
        .status,
    ).toBe(404);
  });

  it('refuses a body of another shape', async () => {
    const bodies = [{}, [], { email: 5, name: null }, { email: 'ada@x.example', admin: true }];
    for (const sent of bodies) {
      const headers = { authorization: `Bearer ${bank.secret}`, 'idempotency-key': 'key' };
      const answer = await fetch(`${t.origin}/demo-bank/v1/customers`, {
        ...{ method: 'POST', body: JSON.stringify(sent) },
        headers: { ...headers, 'content-type': 'application/json' },
      });
      expect([answer.status, await answer.json()]).toEqual([400, { code: 'invalid_request' }]);
    }
  });

  it.each(['x7', '7.5', '', '0', '1e3', '-7'])('is not sent by us if it names the payment %j', async (id) => {
    const { client, fanclubId } = await connect();
    const { metadata, ...event } = JSON.parse(body) as { metadata: object };
    for (const named of [
      { ...metadata, id },
      { ...metadata, fanclub: String(fanclubId + 1) },
    ]) {
      const text = JSON.stringify({ ...event, metadata: named });
      expect(client.verify(Buffer.from(text), signed(text), t.clock.now()).ownNumber).toBeNull();
    }
  });

  it('verifies what it sends', async () => {
    const { client } = await connect();
    expect(client.verify(Buffer.from(body), signed(body), t.clock.now())).toEqual({
      ...{ ref: 'event_1', type: 'session.completed', subject: 'payment', object: 'session_1', ownNumber: 7 },
      created: new Date('2026-06-15T12:00:00Z'),
    });
    expect(() => client.verify(Buffer.from(body), {}, t.clock.now())).toThrow(BadSignature);
  });

  it('knows nobody with another key', async () => {
    await t.db.query('TRUNCATE demo_bank.objects');
    await expect((await connect()).client.account()).rejects.toThrow(Misconfigured);
  });

  it('can be switched off, and then its answers are missing', async () => {
    const { ref } = { ref: bank.account.accountRef };
    await send(`${t.origin}/demo-bank/switches`, { account: ref, unavailable: 'on' });
    await expect((await connect()).client.account()).rejects.toThrow(ProviderUnavailable);
    const page = await new HttpClient(t.origin).get('/demo-bank/switches');
    expect(page.text).toContain('checked');
    await send(`${t.origin}/demo-bank/switches`, { account: ref });
    await expect((await connect()).client.account()).resolves.toMatchObject({ live: false });
  });

  it('makes one object of requests that arrive at once with the same key', async () => {
    const { client } = await connect();
    const customer = { fanclubId: 1, customerId: 1, email: 'ada@x.example', name: null };
    const added = await Promise.all(
      Array.from({ length: 5 }, () => client.addCustomer({ ...customer, idempotencyKey: 'customer' })),
    );
    expect(new Set(added).size).toBe(1);
  });

  it('shows no page by its name alone', async () => {
    const { url, ref } = await opened();
    const http = new HttpClient(t.origin);
    for (const page of [ref, `${ref}.other`, 'session_1.x'])
      expect((await http.get(`/demo-bank/pay/${page}`)).status).toBe(404);
    expect((await http.get(new URL(url).pathname)).status).toBe(200);
  });

  it('shows the present e-mail address on an open page', async () => {
    const { url, client } = await opened();
    const [{ ref }] = await t.db.query<[{ ref: string }]>(
      `SELECT ref FROM demo_bank.objects WHERE kind = 'customer'`,
    );
    await client.updateCustomer(ref, { email: 'ada@y.example', name: null });
    expect((await new HttpClient(t.origin).get(new URL(url).pathname)).text).toContain('ada@y.example');
  });

  it('takes no card but the listed ones', async () => {
    const { url, ref, client } = await opened();
    expect((await new HttpClient(t.origin).get(new URL(url).pathname)).text).toContain('ada@x.example');
    for (const name of ['', 'Ada\n', 'A'.repeat(101)])
      expect((await send(url, { number: CARDS.works, name, country: 'US' })).status).toBe(422);
    const answer = await send(url, { number: '4111111111111111', name: 'Ada', country: 'US' });
    expect([answer.status, answer.text.includes('only the test cards')]).toEqual([422, true]);
    expect(answer.text).not.toContain('4111111111111111');
    expect(answer.text).not.toContain('<b>Gold');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await client.observe({ session: ref, payment: null })).outcome).toBe('open');
    const rows = await t.db.query<{ content: string }[]>('SELECT content::text FROM demo_bank.objects');
    expect(JSON.stringify(rows)).not.toMatch(/\d{13,}/);
  });
});

describe('a service without PAYMENTS_DEMO', () => {
  const plain = testApp();

  it('has no demo bank, and takes no payments for accounts there', async () => {
    const http = new HttpClient(plain.origin);
    for (const path of ['pay/session_1', 'switches', 'v1/account'])
      expect((await http.get(`/demo-bank/${path}`)).status).toBe(404);
    const { account } = await openBank(plain);
    const providers = plain.app.get(PaymentAccountsService);
    expect(await providers.enabledFor(account.fanclubId)).toBeNull();
    await expect(providers.account(account.fanclubId, account.id)).rejects.toThrow(Misconfigured);
  });
});
