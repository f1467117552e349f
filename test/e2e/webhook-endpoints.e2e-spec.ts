import { secondsAfter } from '#libs/clock';
import { type JobRun, Jobs } from '../../src/platform/jobs';
import { WebhookDelivery } from '../../src/platform/webhooks/webhook.entity';
import { jobRun, runJob } from '../support/run-job';
import { type StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';
import { isSigned, Receiver } from '../support/webhooks/receiver';

const t = testApp({ PUBLIC_URL: 'http://localhost:3000' });
let receiver: Receiver;
let owner: StaffClient;
let path: string;

beforeEach(async () => {
  receiver = await Receiver.start();
  owner = await staffOf(t);
  path = `/fanclubs/${(await t.given.fanclub()).id}`;
});
afterEach(() => receiver.stop());

const deliver = () => runJob(t, 'webhooks.deliver');
const create = async (changes: object = {}) => {
  const body = { name: 'Forum', url: receiver.url, types: ['member.created'], ...changes };
  const answer = await owner.post(`${path}/webhook_endpoints`, body);
  expect(answer.status).toBe(201);
  return answer;
};

describe('an endpoint', () => {
  it('is created with a secret that is shown once, tried, rolled, switched off and on, and deleted', async () => {
    const { body: created, headers } = await create();
    expect(created.secret).toMatch(/^whsec_/);
    const one = `${path}/webhook_endpoints/${created.id}`;
    expect((await owner.get(one)).body).not.toHaveProperty('secret');
    expect((await owner.post(`${one}/test`)).status).toBe(204);
    await deliver();
    expect(receiver.received[0].body).toMatchObject({ type: 'webhook.test', data: { id: created.id } });
    expect(isSigned(created.secret as string, receiver.received[0])).toBe(true);
    const rolled = (await owner.post(`${one}/roll_secret`, { hours: 2 })).body;
    expect(rolled.former_secret_until).toBe(secondsAfter(t.clock.now(), 7200).toISOString());
    const off = await owner.patch(one, { enabled: false }, headers.etag as string);
    expect(off.body).toMatchObject({ enabled: false, off_reason: 'staff' });
    expect((await owner.post(`${one}/test`)).status).toBe(409);
    await t.given.customer();
    expect(await deliver()).toBe(0);
    expect((await owner.get(one)).body.waiting).toBe(1);
    await owner.patch(one, { enabled: true }, off.headers.etag as string);
    expect(await deliver()).toBe(1);
    for (const secret of [created.secret, rolled.secret])
      expect(isSigned(secret as string, receiver.received.at(-1)!)).toBe(true);
    expect((await owner.delete(one)).status).toBe(204);
    const { data } = (await owner.get(`${path}/audits`)).body;
    expect(
      (data as { action: string }[]).map(({ action }) => action).filter((one) => /webhook/.test(one)),
    ).toEqual([
      'webhook_endpoint.deleted',
      'webhook_endpoint.changed',
      'webhook_endpoint.changed',
      'webhook_endpoint.secret_rolled',
      'webhook_endpoint.tried',
      'webhook_endpoint.created',
    ]);
  });

  it.each([
    ['url', { url: 'https://10.0.0.1/' }],
    ['url', { url: 'http://hooks.example/' }],
    ['url', { url: 'ftp://hooks.example/' }],
    ['types', { types: ['member.unknown'] }],
    ['types', { types: [] }],
    ['types', { types: ['webhook.test'] }],
  ])('is refused with a wrong field: %s', async (field, changes) => {
    const body = { name: 'Forum', url: receiver.url, types: ['member.created'], ...changes };
    const answer = await owner.post(`${path}/webhook_endpoints`, body);
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, `#/${field}`]);
  });

  it('keeps its path from those who may not change it, and from the record of changes', async () => {
    const { body, headers } = await create({ url: `${receiver.url}/secret` });
    const one = `${path}/webhook_endpoints/${body.id}`;
    await owner.patch(one, { url: `${receiver.url}/other` }, headers.etag as string);
    const manager = await staffOf(t, 'manager');
    const { origin } = new URL(receiver.url);
    expect((await manager.get(one)).body.url).toBe(origin);
    expect((await manager.get(`${path}/webhook_endpoints`)).body.data[0].url).toBe(origin);
    expect((await owner.get(one)).body.url).toBe(`${receiver.url}/other`);
    const audits = JSON.stringify((await owner.get(`${path}/audits`)).body);
    expect(audits).toContain(origin);
    expect(audits).not.toMatch(/secret"|\/hook|\/other/);
  });

  it('that fails is tried at once at its new address', async () => {
    receiver.answer = () => ({ status: 500 });
    const { body, headers } = await create();
    await t.given.customer();
    await deliver();
    receiver.answer = null;
    const one = `${path}/webhook_endpoints/${body.id}`;
    const moved = await owner.patch(one, { url: `${receiver.url}/new` }, headers.etag as string);
    expect(moved.body).toMatchObject({ enabled: true, name: 'Forum', next_attempt_at: null });
    expect(await deliver()).toBe(1);
    expect(receiver.received.at(-1)!.path).toBe('/hook/new');
  });

  it('has a name of its own', async () => {
    await create();
    const body = { name: 'Forum', url: receiver.url, types: ['member.created'] };
    expect((await owner.post(`${path}/webhook_endpoints`, body)).status).toBe(409);
  });
});

describe('a receiver that was away for three days', () => {
  const outage = async () => {
    const { body } = await create();
    const members: number[] = [];
    receiver.answer = () => ({ status: 500 });
    for (let hour = 0; hour <= 76; hour += 1) {
      if (hour % 10 === 0) members.push((await t.given.customer()).id);
      await deliver();
      t.clock.advance(3600);
    }
    receiver.answer = null;
    receiver.received.length = 0;
    // The session has ended.
    owner = await staffOf(t);
    return { one: `${path}/webhook_endpoints/${body.id}`, members };
  };

  it('is complete after it is switched on and a period is sent again, in order', async () => {
    const from = t.clock.now().toISOString();
    const { one, members } = await outage();
    const shown = await owner.get(one);
    expect(shown.body).toMatchObject({ enabled: false, off_reason: 'failed' });
    await owner.patch(one, { enabled: true }, shown.headers.etag as string);
    const period = { from, to: t.clock.now().toISOString() };
    expect((await owner.post(`${one}/replay`, period)).body).toEqual({ messages: members.length });
    expect(await deliver()).toBe(members.length);
    expect(receiver.ids).toEqual(members);
  });

  it('reads what it missed itself, page by page', async () => {
    const { members } = await outage();
    for (let n = 0; n < 120; n += 1) members.push((await t.given.customer()).id);
    await deliver();
    const read: number[] = [];
    for (let since = 0, more = true; more;) {
      const { body } = await owner.get(`${path}/webhook_messages?since=${since}`);
      read.push(...(body.data as { data: { id: number } }[]).map(({ data }) => data.id));
      expect(body.next).toBeGreaterThan(since);
      [since, more] = [body.next as number, body.more as boolean];
    }
    expect(read).toEqual(members);
    expect((await owner.get(`${path}/webhook_messages?since=x`)).status).toBe(400);
  });
});

describe('a delivery', () => {
  it('is listed with its attempts, and sent again with its old id', async () => {
    await create();
    receiver.answer = () => ({ status: 410, body: 'gone' });
    await t.given.customer();
    await deliver();
    const { data } = (await owner.get(`${path}/webhook_deliveries?state=waiting`)).body;
    expect(data[0]).toMatchObject({
      type: 'member.created',
      tries: 1,
      attempts: [{ status: 410, answer: 'gone' }],
    });
    receiver.answer = null;
    await owner.post(`${path}/webhook_deliveries/${data[0].id}/replay`);
    expect(await deliver()).toBe(1);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    expect((await owner.get(`${path}/webhook_deliveries?state=delivered`)).body.total).toBe(1);
  });

  it('leaves personal data out of the feed, except for an endpoint that gets them', async () => {
    const { body } = await create({ personal: true });
    await t.given.customer();
    await deliver();
    const feed = async (query: string) =>
      (await owner.get(`${path}/webhook_messages?since=0${query}`)).body.data[0];
    expect((await feed('')).data).not.toHaveProperty('personal');
    expect((await feed(`&endpoint_id=${body.id}`)).data).toHaveProperty('personal.email');
  });
});

/** Statements of a run whose process dies at the n-th of them. @returns whether it came so far */
async function dyingAt(n: number): Promise<boolean> {
  const run = jobRun(t);
  let left = n;
  const db = new Proxy(run.db, {
    get(target, name: keyof JobRun['db']) {
      const value: unknown = target[name];
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        left -= 1;
        if (left === 0) return Promise.reject(new Error('killed'));
        return (value as (...given: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  const job = t.app
    .get(Jobs)
    .all()
    .find(({ name }) => name === 'webhooks.deliver')!;
  return job.run({ ...run, db }).then(
    () => false,
    () => true,
  );
}

it('arrives at least once, and in order, whichever statement of a delivery the worker dies at', async () => {
  const { body } = await create();
  let died = true;
  for (let n = 1; died; n += 1) {
    receiver.received.length = 0;
    const members = [(await t.given.customer()).id, (await t.given.customer()).id];
    died = await dyingAt(n);
    await runJob(t, 'webhooks.watch');
    await deliver();
    const first = members.map((id) => receiver.ids.indexOf(id));
    expect([first.includes(-1), first[0] < first[1]]).toEqual([false, true]);
  }
  const rows = await t.db.getRepository(WebhookDelivery).findBy({ endpointId: body.id as number });
  expect(rows.every(({ state }) => state === 'delivered')).toBe(true);
});

it('repeats an attempt that the worker was stopped in', async () => {
  await create();
  receiver.answer = () => null;
  await t.given.customer();
  const stop = new AbortController();
  const run = runJob(t, 'webhooks.deliver', stop.signal);
  while (receiver.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort();
  expect(await run).toBe(0);
  receiver.answer = null;
  expect(await deliver()).toBe(1);
});
