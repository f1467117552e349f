import { secondsAfter } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { countStatements } from '#libs/testing';
import { ENCRYPTION_KEY } from '#samples';
import { newSecret, PAUSES } from '../../src/platform/webhooks';
import { WebhookDelivery, WebhookEndpoint, WebhookMessage } from '../../src/platform/webhooks/webhook.entity';
import { mailsOf } from '../support/mails-of';
import { runJob } from '../support/run-job';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';
import { isSigned, Receiver } from '../support/webhooks/receiver';

const t = testApp({ PUBLIC_URL: 'http://localhost:3000' });
let receiver: Receiver;

beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(() => receiver.stop());

const deliver = () => runJob(t, 'webhooks.deliver');
const messages = () => t.db.getRepository(WebhookMessage).find({ order: { id: 'ASC' } });
const deliveries = () => t.db.getRepository(WebhookDelivery).find({ order: { position: 'ASC' } });
const endpointOf = (id: number) => t.db.getRepository(WebhookEndpoint).findOneByOrFail({ id });

it('sends a signed message about what happened, without personal data', async () => {
  const secret = newSecret();
  await t.given.webhookEndpoint({ url: receiver.url, secret });
  const { id, fanclubId, updatedAt } = await t.given.customer({ confirmedAt: null });
  expect(await deliver()).toBe(1);
  const [got] = receiver.received;
  expect(got.body).toEqual({
    type: 'member.created',
    timestamp: updatedAt.toISOString(),
    data: { fanclub_id: fanclubId, id, registered: true, confirmed: false, blacklisted: false },
  });
  expect(got.headers['webhook-id']).toBe(`msg_${fanclubId}_1`);
  expect(isSigned(secret, got)).toBe(true);
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ state: 'delivered', deliveredAt: t.clock.now() });
  expect(delivery.log).toMatchObject([{ status: 204, failure: null, answer: '' }]);
  expect(await deliver()).toBe(0);
});

it('sends personal data only to endpoints that may have it', async () => {
  const other = await Receiver.start();
  await t.given.webhookEndpoint({ url: receiver.url });
  await t.given.webhookEndpoint({ url: other.url, personal: true });
  const { email } = await t.given.customer();
  await deliver();
  expect(receiver.received[0].text).not.toContain('@');
  expect(other.received[0].body.data).toMatchObject({ personal: { email, first_name: expect.any(String) } });
  expect(other.received[0].headers['webhook-id']).toBe(receiver.received[0].headers['webhook-id']);
  await other.stop();
});

it('writes nothing where no endpoint asks for the type, and nothing of another fan club', async () => {
  const { fanclubId } = await t.given.webhookEndpoint({ types: ['order.paid'] });
  const other = await t.given.anotherFanclub();
  await t.given.webhookEndpoint({ fanclubId: other.id });
  await t.given.customer({ fanclubId });
  expect(await messages()).toEqual([]);
});

it('adds no statement to a route, with an endpoint or without, and no job without', async () => {
  const club = await t.given.fanclub();
  const signUp = async (email: string) => {
    const counter = countStatements();
    const answer = await t.api.post('/contacts', { contact: { email } });
    expect(answer.body.status).toBe('ok');
    return counter.stop().length;
  };
  const jobs = () =>
    t.db.query<unknown[]>("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'webhooks.deliver'");
  await signUp('first@x.example');
  const without = await signUp('ada@x.example');
  expect([(await messages()).length, (await jobs()).length]).toEqual([0, 0]);
  await t.given.webhookEndpoint({ fanclubId: club.id, types: ['contact.created'] });
  expect(await signUp('bo@x.example')).toBe(without);
  expect([(await messages()).length, (await jobs()).length]).toEqual([1, 1]);
});

it('signs with two secrets while one is replaced, and then with the new one alone', async () => {
  const [former, secret] = [newSecret(), newSecret()];
  const formerSecretSealed = new Sealer([ENCRYPTION_KEY]).seal(former);
  const formerUntil = secondsAfter(t.clock.now(), 3600);
  await t.given.webhookEndpoint({ url: receiver.url, secret, formerSecretSealed, formerUntil });
  await t.given.customer();
  await deliver();
  t.clock.advance(3600);
  await t.given.customer();
  await deliver();
  const [both, one] = receiver.received;
  expect([isSigned(secret, both), isSigned(former, both)]).toEqual([true, true]);
  expect([isSigned(secret, one), isSigned(former, one)]).toEqual([true, false]);
});

describe('a receiver that fails', () => {
  it('is tried again after the documented pauses, each attempt signed at its own time, in order', async () => {
    const secret = newSecret();
    const { id } = await t.given.webhookEndpoint({ url: receiver.url, secret });
    await t.given.customer();
    await t.given.customer();
    receiver.answer = () => ({ status: 500, body: 'x'.repeat(5000) });
    await deliver();
    for (const pause of PAUSES) {
      expect((await endpointOf(id)).nextAt).toEqual(secondsAfter(t.clock.now(), pause));
      const before = receiver.received.length;
      t.clock.advance(pause - 1);
      await deliver();
      expect(receiver.received).toHaveLength(before);
      t.clock.advance(1);
      await deliver();
    }
    const ids = new Set(receiver.received.slice(0, 10).map(({ headers }) => headers['webhook-id']));
    const times = new Set(receiver.received.slice(0, 10).map(({ headers }) => headers['webhook-timestamp']));
    expect([ids.size, times.size]).toEqual([1, 10]);
    expect(receiver.received.every((one) => isSigned(secret, one))).toBe(true);
    const [first] = await deliveries();
    expect([first.state, first.log.length, first.log[0].answer?.length]).toEqual(['failed', 10, 1024]);
    // Given up: the next message follows at once.
    expect(new Set(receiver.ids).size).toBe(2);
  });

  it('gets everything in order when it is back', async () => {
    await t.given.webhookEndpoint({ url: receiver.url });
    receiver.answer = () => ({ status: 503 });
    const members = [await t.given.customer(), await t.given.customer(), await t.given.customer()];
    await deliver();
    expect(receiver.received).toHaveLength(1);
    receiver.answer = null;
    expect(await deliver()).toBe(0);
    t.clock.advance(5);
    expect(await deliver()).toBe(3);
    expect(receiver.ids.slice(1)).toEqual(members.map(({ id }) => id));
  });

  it('is switched off after three days, its owners get a mail, and it gets what waited once it is on again', async () => {
    const owner = await staffOf(t, 'owner');
    const { id } = await t.given.webhookEndpoint({ url: receiver.url, name: 'Forum' });
    const members = [await t.given.customer(), await t.given.customer()];
    receiver.answer = () => ({ status: 500 });
    for (let hour = 0; hour <= 74; hour += 1) {
      await deliver();
      t.clock.advance(3600);
    }
    const off = await endpointOf(id);
    expect([off.offReason, (await mailsOf(t)).map(({ kind }) => kind)]).toEqual([
      'failed',
      ['webhook_switched_off'],
    ]);
    expect(owner).toBeDefined();
    members.push(await t.given.customer());
    await deliver();
    receiver.answer = null;
    receiver.received.length = 0;
    const back = await staffOf(t, 'owner');
    const one = `/fanclubs/${off.fanclubId}/webhook_endpoints/${id}`;
    const { headers } = await back.get(one);
    expect((await back.patch(one, { enabled: true }, headers.etag as string)).status).toBe(200);
    expect(await deliver()).toBe(3);
    expect(receiver.ids).toEqual(members.map((one) => one.id));
  });

  it('is paused also if the service cannot sign, and the others go on', async () => {
    const broken = await t.given.webhookEndpoint({ url: receiver.url, secretSealed: 'sealed elsewhere' });
    await t.given.webhookEndpoint({ url: receiver.url });
    await t.given.customer();
    expect([await deliver(), await deliver()]).toEqual([1, 0]);
    const { nextAt } = await endpointOf(broken.id);
    expect(nextAt).toEqual(secondsAfter(t.clock.now(), PAUSES[0]));
    const [failed] = (await deliveries()).filter(({ endpointId }) => endpointId === broken.id);
    expect(failed).toMatchObject({
      state: 'waiting',
      tries: 1,
      log: [{ failure: 'internal', status: null }],
    });
  });

  it.each([204, 500])(
    'is sent again what staff queue again during an attempt that ends with %i',
    async (status) => {
      const owner = await staffOf(t, 'owner');
      const { id, fanclubId } = await t.given.webhookEndpoint({ url: receiver.url });
      await t.given.customer();
      let replayed: Promise<{ status: number }> | undefined;
      receiver.answer = () => {
        if (receiver.received.length > 1) return { status: 204 };
        t.clock.advance(1);
        replayed = deliveries().then(([one]) =>
          owner.post(`/fanclubs/${fanclubId}/webhook_deliveries/${one.id}/replay`),
        );
        return null;
      };
      const run = deliver();
      while (!replayed) await new Promise((resolve) => setTimeout(resolve, 20));
      expect((await replayed).status).toBe(200);
      receiver.finish(status);
      expect(await run).toBeGreaterThan(0);
      expect(receiver.received).toHaveLength(2);
      expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 0 }]);
      expect(await endpointOf(id)).toMatchObject({ failingSince: null, nextAt: null });
    },
  );

  it('does not block another one, and redirects are failures', async () => {
    const [slow, other] = [receiver, await Receiver.start()];
    slow.answer = () => null;
    await t.given.webhookEndpoint({ url: slow.url });
    await t.given.webhookEndpoint({ url: other.url });
    other.answer = () => ({ status: 302, location: 'http://127.0.0.1:1/' });
    await t.given.customer();
    const stop = new AbortController();
    const run = runJob(t, 'webhooks.deliver', stop.signal);
    // The outcome of the other one is stored while the slow one does not answer. Stopped earlier, the job would drop it.
    while ((await deliveries()).every(({ log }) => log.length === 0))
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(other.received).toHaveLength(1);
    stop.abort();
    await run;
    const all = await deliveries();
    expect(all.map(({ log }) => log.map(({ failure, status }) => [failure, status]))).toEqual(
      expect.arrayContaining([[], [['status', 302]]]),
    );
    await other.stop();
  });
});

it('goes on after a hold, and deletes messages after 30 days', async () => {
  await t.given.webhookEndpoint({ url: receiver.url });
  const { fanclubId } = await t.given.customer();
  await t.db.query('UPDATE fanclubs SET held_at = now() WHERE id = $1', [fanclubId]);
  expect([await deliver(), await runJob(t, 'webhooks.watch')]).toEqual([0, 0]);
  await t.db.query('UPDATE fanclubs SET held_at = NULL WHERE id = $1', [fanclubId]);
  expect([await runJob(t, 'webhooks.watch'), await deliver()]).toEqual([1, 1]);
  const formerSecretSealed = new Sealer([ENCRYPTION_KEY]).seal(newSecret());
  const over = await t.given.webhookEndpoint({ formerSecretSealed, formerUntil: t.clock.now() });
  expect(await runJob(t, 'webhooks.purge')).toBe(0);
  expect(await endpointOf(over.id)).toMatchObject({ formerSecretSealed: null, formerUntil: null });
  await t.db.query("UPDATE webhook_messages SET created_at = now() - interval '31 days'");
  expect([await runJob(t, 'webhooks.purge'), await deliveries()]).toEqual([1, []]);
});

it('sends what was written about an account before it was merged into another one, then the merge', async () => {
  const types = ['member.created', 'membership.began', 'member.merged', 'member.erased'];
  const { fanclubId } = await t.given.webhookEndpoint({ url: receiver.url, types });
  const [from, into] = [await t.given.customer(), await t.given.customer()];
  await t.given.subscription({ customer: from });
  const owner = await staffOf(t);
  const path = `/fanclubs/${fanclubId}/members/${into.id}/merges/${from.id}`;
  expect((await owner.post(path, { reason: 'the same person' })).status).toBe(204);
  await deliver();
  const sent = receiver.received.map(({ body: { type, data } }) => [type, data.member_id ?? data.id]);
  expect(sent).toEqual([
    ['member.created', from.id],
    ['member.created', into.id],
    ['membership.began', from.id],
    ['member.merged', from.id],
  ]);
  expect(receiver.received[3].body.data).toMatchObject({ into: into.id });
});
