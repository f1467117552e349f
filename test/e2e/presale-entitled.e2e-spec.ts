import { Customer } from '#domains/accounts/customer.entity';
import { PresaleCode } from '#domains/presale-codes/presale-pool.entity';
import { EVERY_VIEWER } from '../support/every-viewer';
import { loggedIn } from '../support/logged-in';
import { Pages } from '../support/pages';
import { PresaleWorld } from '../support/presale-world';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();
const world = new PresaleWorld(t);

beforeEach(() => world.begin());

describe('who is entitled', () => {
  it.each(EVERY_VIEWER)(
    'shows $name their own code of the pool and nothing else of it: $subscribed',
    async (kind) => {
      const { pool, link } = await world.presale({ mode: 'everyone', name: 'HUSH', instructions: 'WHISPER' });
      for (let n = 0; n < 8; n += 1) await t.given.presaleCode({ pool, code: `SECRET-${n}` });
      const other = await world.member();
      const api = await kind.client(t, world.plan);
      await world.give();
      const given = (await world.stored(pool)).filter(({ customerId }) => customerId !== null);
      expect(given).toHaveLength(kind.subscribed ? 2 : 1);
      const own = given.find(({ customerId }) => customerId !== other.customer.id)?.code;

      const id = world.event.id;
      const paths = [
        '/events',
        '/events?schedule=current',
        `/events/${id}`,
        '/plans',
        '/fanclub',
        '/contests',
      ];
      // Twice, after a member with a code: the answers may come from memory.
      for (const path of [...paths, ...paths]) {
        await other.api.get(path);
        const { text } = await api.get(path);
        const shown = path.startsWith('/events') && own ? [own] : [];
        expect([path, text.match(/SECRET-\d|HUSH|WHISPER/g) ?? []]).toEqual([path, shown]);
      }
      const base = `/fanclubs/${link.fanclubId}`;
      for (const path of [`${base}/links/${link.id}/code`, `${base}/events.ics`])
        expect((await new Pages(t.origin).http.get(path)).text).not.toMatch(/SECRET|HUSH|WHISPER/);
      // The code of a mail belongs to its address.
      const owners = given.map(async ({ customerId, code }) => {
        const { email } = await t.db.getRepository(Customer).findOneByOrFail({ id: customerId! });
        return [email, code];
      });
      const mailed = (await world.codeMails()).map(({ to, presale }) => [to, presale?.rows[0].value]);
      expect(mailed).toEqual(await Promise.all(owners));
    },
  );

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
