import { catalogueDatabase } from '../support/catalogue-database';
import { catalogueOf, fanclubWith, fullCatalogue, fullFanclub, type JsonObject } from '../support/catalogues';

const database = catalogueDatabase();

const PLAN = { name: 'Gold', price: '100.00' };

describe('loading an edited catalogue', () => {
  it('updates the changed fields and touches no others', async () => {
    await database.load(fullCatalogue());
    const before = await database.checksums();
    const club = fullFanclub() as { plans: JsonObject[] } & JsonObject;
    club.plans[0].price = '120.00';
    const summary = await database.load(catalogueOf(club));
    expect(summary.plans).toEqual({ created: 0, updated: 1, unchanged: 1, removed: 0 });
    const after = await database.checksums();
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(changed).toEqual(['plans']);
    expect(await database.rows('SELECT price, updated_at FROM plans WHERE id = 11')).toEqual([
      { price: '120.00', updated_at: database.clock.now() },
    ]);
  });

  it('keeps the objects and the fields that it does not mention', async () => {
    const customer = { email: 'a@example.com', first_name: 'Ada', options: ['Size/M'], lists_opt_in: true };
    const plans = [
      { ...PLAN, description: 'old', tags: ['x'] },
      { name: 'Silver', price: '1' },
    ];
    const item_types = [{ name: 'Size', options: [{ name: 'M' }] }];
    await database.load(catalogueOf(fanclubWith({ plans, item_types, customers: [customer] })));
    const before = await database.checksums();
    await database.load(catalogueOf(fanclubWith({ plans: [PLAN], customers: [{ email: 'A@EXAMPLE.COM' }] })));
    expect(await database.rows('SELECT email, first_name, lists_opt_in FROM customers')).toEqual([
      { email: 'A@EXAMPLE.COM', first_name: 'Ada', lists_opt_in: true },
    ]);
    const after = await database.checksums();
    expect({ ...after, customers: '' }).toEqual({ ...before, customers: '' });
  });

  it('stores null when the file contains null', async () => {
    await database.load(catalogueOf(fanclubWith({ plans: [{ ...PLAN, description: 'old', duration: 12 }] })));
    await database.load(
      catalogueOf(fanclubWith({ plans: [{ ...PLAN, description: null, duration: null }] })),
    );
    expect(await database.rows('SELECT description, duration FROM plans')).toEqual([
      { description: null, duration: null },
    ]);
  });

  it('replaces lists of values, references and parts, but only adds to lists of objects and keys', async () => {
    await database.load(fullCatalogue());
    const club = fullFanclub() as Record<string, never> & {
      trusted_domains: string[];
      extra_keys: string[];
      benefits: { plans: unknown[] }[];
      plans: { package: { items: unknown[] } | null; upgrades: unknown[] }[];
      customers: JsonObject[];
    };
    club.trusted_domains.pop();
    club.extra_keys = [] as never;
    club.benefits[0].plans.pop();
    club.plans[0].package?.items.shift();
    club.plans[1].upgrades = [];
    club.customers[0].email_aliases = ['lovelace@example.com'];
    club.customers[0].subscriptions = [];
    const [order] = club.customers[0].orders as { shipments: unknown[] }[];
    order.shipments.pop();
    await database.load(catalogueOf(club), { allowRemovals: true });
    expect(await database.rows('SELECT origin FROM trusted_domains')).toEqual([
      { origin: 'https://fans.example' },
    ]);
    expect(await database.rows('SELECT plan_id FROM benefit_plans')).toEqual([{ plan_id: 11 }]);
    expect(await database.rows('SELECT name, position FROM package_items ORDER BY position')).toEqual([
      { name: 'Poster', position: 0 },
      { name: 'Card', position: 1 },
    ]);
    expect(await database.value('SELECT count(*) FROM plan_upgrades')).toBe(0);
    expect(await database.rows('SELECT email FROM email_aliases')).toEqual([
      { email: 'lovelace@example.com' },
    ]);
    expect(await database.value('SELECT count(*) FROM shipments')).toBe(1);
    expect(await database.value('SELECT count(*) FROM subscriptions')).toBe(2);
    expect(await database.value('SELECT count(*) FROM fanclub_keys WHERE revoked_at IS NULL')).toBe(2);

    club.plans[0].package = null;
    await database.load(catalogueOf(club), { allowRemovals: true });
    expect(await database.value('SELECT count(*) FROM packages')).toBe(0);
  });

  it('gives a fan club a new key, and keeps the former one valid', async () => {
    await database.load(catalogueOf(fanclubWith({ id: 5 })));
    await database.load(catalogueOf(fanclubWith({ id: 5, key: 'new-key' })), { allowKeys: true });
    expect(await database.rows('SELECT fanclub_id, key, main FROM fanclub_keys ORDER BY key')).toEqual([
      { fanclub_id: 5, key: 'new-key', main: true },
      { fanclub_id: 5, key: 'small-key', main: false },
    ]);
    await database.load(catalogueOf(fanclubWith({ name: 'Found by its former key' })));
    expect(await database.rows('SELECT id, name FROM fanclubs')).toEqual([
      { id: 5, name: 'Found by its former key' },
    ]);
  });

  it('is refused when the file contradicts the fields that it leaves unchanged', async () => {
    const link = { name: 'Box office', url: 'https://tickets.example' };
    const membership = { id: 7, plan: 'Gold', start_date: '2026-01-01T00:00:00Z' };
    const club = (extra: JsonObject, started: JsonObject): JsonObject =>
      fanclubWith({
        plans: [{ ...PLAN, duration: 12 }],
        events: [
          {
            title: 'Show',
            start: '2026-06-01T19:00:00Z',
            time_zone: 'UTC',
            venue: { name: 'Hall', country: 'GB' },
            links: [{ ...link, ...extra }],
          },
        ],
        customers: [{ email: 'a@example.com', subscriptions: [{ ...membership, ...started }] }],
      });
    await database.load(catalogueOf(club({ publish_end: '2026-02-01T00:00:00Z' }, {})));
    const before = await database.checksums();
    const late = { start_date: '2028-01-01T00:00:00Z' };
    const edited = club({ publish_start: '2026-03-01T00:00:00Z' }, late);
    expect(await database.refusals(catalogueOf(edited))).toEqual([
      'organizations[0].fanclubs[0].events[0].links[0].publish_end: must not be before publish_start',
      'organizations[0].fanclubs[0].customers[0].subscriptions[0].end_date: must not be before start_date',
    ]);
    expect(await database.checksums()).toEqual(before);
    await database.load(
      catalogueOf(
        club({ publish_start: '2026-03-01T00:00:00Z', publish_end: null }, { ...late, end_date: null }),
      ),
      { allowRemovals: true },
    );
    expect(await database.rows('SELECT end_date FROM subscriptions')).toEqual([{ end_date: null }]);
  });

  it('can refer to objects that are only in the database', async () => {
    await database.load(catalogueOf(fanclubWith({ plans: [PLAN] })));
    const benefits = [{ summary: 'Presales', plans: ['Gold'] }];
    expect(await database.refusals(catalogueOf(fanclubWith({ benefits })))).toEqual([]);
    expect(await database.value('SELECT count(*) FROM benefit_plans')).toBe(1);
  });
});

it('adds no entry to a contest that has ended with a commitment, and moves none past its end', async () => {
  const club = (...entered: [string, string][]) =>
    catalogueOf(
      fanclubWith({
        contests: [
          {
            name: 'Soundcheck',
            starts_at: '2025-12-01T00:00:00Z',
            ends_at: '2026-01-03T00:00:00Z',
            event: null,
          },
        ],
        customers: entered.map(([email, entered_at]) => ({
          email,
          contest_entries: [{ contest: 'Soundcheck', entered_at }],
        })),
      }),
    );
  await database.load(club(['ada@x.example', '2025-12-05T00:00:00Z']));
  database.clock.advance(3 * 86_400);
  const path = 'organizations[0].fanclubs[0].customers';
  const late = club(['ada@x.example', '2026-01-03T12:00:00Z'], ['bo@x.example', '2025-12-05T00:00:00Z']);
  const found = await database.refusals(late);
  expect(found).toHaveLength(2);
  expect(found[0]).toContain(`${path}[0].contest_entries[0].entered_at`);
  expect(found[1]).toContain('has ended, so nobody can enter it');
  expect(await database.refusals(club(['ada@x.example', '2025-12-05T00:00:00Z']))).toEqual([]);
});
