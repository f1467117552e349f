import { PresaleCode } from '#domains/presale-codes/presale-pool.entity';
import { EVERY_VIEWER } from '../support/every-viewer';
import { loggedIn } from '../support/logged-in';
import { PresaleWorld } from '../support/presale-world';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();
const world = new PresaleWorld(t);

beforeEach(() => world.begin());

describe('who is entitled', () => {
  it.each(EVERY_VIEWER)('shows $name a code of the pool: $subscribed', async (kind) => {
    const { pool } = await world.presale({ mode: 'everyone' });
    for (let n = 0; n < 8; n += 1) await t.given.presaleCode({ pool, code: `SECRET-${n}` });
    const api = await kind.client(t, world.plan);
    await world.give();
    const answers = [await api.get(`/events/${world.event.id}`), await api.get('/events')];
    for (const { text } of answers) expect(text.includes('SECRET-')).toBe(kind.subscribed);
    const given = (await world.stored(pool)).filter(({ customerId }) => customerId !== null);
    expect(given).toHaveLength(kind.subscribed ? 1 : 0);
  });

  it.each([
    ['of another plan', async () => ({ of: await t.given.plan() })],
    [
      'of a plan without exclusive access',
      async () => ({ of: await t.given.plan({ exclusiveAccess: false }) }),
    ],
  ])('gives no code to a member %s', async (_, other) => {
    const { of } = await other();
    const pool = await t.given.presalePool({ mode: 'everyone', plans: [world.plan] });
    await t.given.ticketLink({ event: world.event, pool, exclusive: true });
    await t.given.presaleCode({ pool });
    const { customer } = await world.member(of);
    expect(await world.give()).toBe(0);
    expect(await world.claim(customer, pool)).toMatchObject({ code: null, refusal: 'not_entitled' });
  });

  it('hides the code of a member who is no longer entitled, and keeps it for them', async () => {
    const { pool } = await world.presale({}, ['MINE', 'OTHER']);
    const { customer, subscription } = await world.member();
    await world.claim(customer, pool);
    const repository = t.db.getRepository('subscriptions');
    await repository.update(subscription.id, { cancelled: true });
    const api = await loggedIn(t, customer);
    expect((await api.get('/events')).text).not.toContain('MINE');
    expect(await world.claim(customer, pool)).toMatchObject({ code: null, refusal: 'not_entitled' });

    await repository.update(subscription.id, { cancelled: false });
    expect((await world.shown(await loggedIn(t, customer))).codes).toEqual(['CLUB', 'MINE']);
    expect(await world.claim(customer, pool)).toMatchObject({ code: 'MINE' });
  });

  it('voids the code of a deleted customer, so that it is given to nobody else', async () => {
    const { pool } = await world.presale({}, ['GONE']);
    const customer = await t.given.customer();
    await t.db.getRepository(PresaleCode).delete({ poolId: pool.id });
    await t.given.presaleCode({ pool, customer, code: 'GONE' });
    await t.db.getRepository('customers').delete(customer.id);
    expect(await world.stored(pool)).toMatchObject([
      { code: 'GONE', customerId: null, assignedAt: null, voidReason: 'The member was deleted' },
    ]);
    expect(await world.claim((await world.member()).customer, pool)).toMatchObject({ refusal: 'none_left' });
  });
});
