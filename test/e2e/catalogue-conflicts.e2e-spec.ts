import { catalogueDatabase } from '../support/catalogue-database';
import { catalogueOf, copy, fanclubWith, type Json, type JsonObject, keyOf } from '../support/catalogues';

const database = catalogueDatabase();

const PLAN = { name: 'Gold', price: '100.00' };
const START = '2026-01-01T00:00:00Z';

/** The faults of a small fan club with these fields, with paths relative to the fan club. */
async function refusalsOf(fields: JsonObject): Promise<string[]> {
  const faults = await database.refusals(catalogueOf(fanclubWith(fields)));
  return faults.map((fault) => fault.replace('organizations[0].fanclubs[0].', ''));
}

/** A second organization with one fan club, whose plan, customer and key belong to it alone. */
const NEIGHBOUR: JsonObject = {
  version: 1,
  organizations: [
    {
      id: 70,
      name: 'Neighbours',
      api_keys: ['neighbours-secret'],
      fanclubs: [
        fanclubWith({
          id: 77,
          key: 'neighbour-key',
          plans: [{ id: 777, ...PLAN }],
          customers: [
            {
              id: 7777,
              email: 'ada@example.com',
              subscriptions: [{ id: 77777, plan: 777, start_date: START }],
            },
          ],
        }),
      ],
    },
  ],
};

/** Empty fan clubs with these keys. */
const withoutId = (fanclubs: Json): Json => (fanclubs as JsonObject[]).map(({ key }) => fanclubWith({ key }));

describe('objects of others', () => {
  beforeEach(async () => {
    await database.load(NEIGHBOUR);
    await database.load(catalogueOf());
  });

  it.each<[string, JsonObject, string]>([
    ['plan', { plans: [{ id: 777, ...PLAN }] }, 'plans[0].id: belongs to another fan club'],
    [
      'customer',
      { customers: [{ id: 7777, email: 'ada@example.com' }] },
      'customers[0].id: belongs to another fan club',
    ],
    [
      'subscription',
      {
        plans: [PLAN],
        customers: [
          { email: 'a@example.com', subscriptions: [{ id: 77777, plan: 'Gold', start_date: START }] },
        ],
      },
      'customers[0].subscriptions[0].id: belongs to another fan club',
    ],
    [
      'plan, as a reference',
      { customers: [{ email: 'a@example.com', locked_plan: 777 }] },
      'customers[0].locked_plan: no plan of this fan club has the id 777',
    ],
    ['key', { key: 'neighbour-key' }, 'key: belongs to another fan club'],
    ['key, as an extra key', { extra_keys: ['neighbour-key'] }, 'extra_keys[0]: belongs to another fan club'],
    ['fan club', { id: 77 }, 'id: belongs to another organization'],
  ])('cannot be taken over: the id or key of a %s', async (_, fields, fault) => {
    const before = await database.checksums();
    expect(await refusalsOf(fields)).toContain(fault);
    expect(await database.checksums()).toEqual(before);
  });

  it('are distinguished from a misspelled name: a wrong organization name is reported', async () => {
    const { organizations } = copy(NEIGHBOUR) as { organizations: JsonObject[] };
    const [{ fanclubs }] = organizations;
    for (const misspelled of [
      { name: 'Neighbors', fanclubs },
      { name: 'Neighbors', fanclubs: withoutId(fanclubs) },
    ]) {
      expect(await database.refusals({ version: 1, organizations: [misspelled] })).toContain(
        'organizations[0].name: there is no organization named "Neighbors", and the key "neighbour-key" belongs to a fan club of "Neighbours"',
      );
    }
    expect(
      await database.refusals({
        version: 1,
        organizations: [{ name: 'Neighbors', fanclubs: withoutId(fanclubs) }],
      }),
    ).not.toContain('organizations[0].fanclubs[0].key: belongs to another fan club');
  });

  it('cannot be taken over: the secret key of another organization', async () => {
    const catalogue: Json = {
      version: 1,
      organizations: [{ name: 'Org', api_keys: ['neighbours-secret'], fanclubs: [] }],
    };
    expect(await database.refusals(catalogue)).toEqual([
      'organizations[0].api_keys[0]: belongs to another organization',
    ]);
  });

  it('may share names and e-mail addresses', async () => {
    const customers = [{ email: 'ada@example.com', locked_plan: 'Gold' }];
    expect(await refusalsOf({ plans: [PLAN], customers })).toEqual([]);
    expect(await database.value('SELECT count(*) FROM customers')).toBe(2);
  });
});

describe('an id that contradicts the natural key', () => {
  const CUSTOMERS: JsonObject[] = [
    {
      id: 1,
      email: 'a@example.com',
      username: 'a',
      authentications: [{ name: 'social', uid: '1' }],
      orders: [{ plan: 3, created_at: START, checkout_reference: 'purchase 1' }],
    },
    { id: 2, email: 'b@example.com', username: 'b', subscriptions: [{ id: 5, plan: 3, start_date: START }] },
  ];

  beforeEach(() =>
    database.load(
      catalogueOf(
        fanclubWith({
          plans: [
            { id: 3, ...PLAN },
            { id: 4, name: 'Silver', price: '1' },
          ],
          customers: CUSTOMERS,
        }),
      ),
    ),
  );

  it.each<[string, JsonObject, string]>([
    [
      'a new id for a name that is taken',
      { plans: [{ id: 9, ...PLAN }] },
      'plans[0].name: belongs to id 3 already',
    ],
    [
      'a known id for a name that is taken',
      { plans: [{ id: 4, ...PLAN }] },
      'plans[0].name: belongs to id 3 already',
    ],
    [
      'a known id for an e-mail address that is taken',
      { customers: [{ id: 2, email: 'A@example.com' }] },
      'customers[0].email: belongs to id 1 already',
    ],
    [
      'a user name that is taken',
      { customers: [{ email: 'c@example.com', username: 'A' }] },
      'customers[0].username: belongs to another customer',
    ],
    [
      'an account at a provider that is taken',
      { customers: [{ email: 'b@example.com', authentications: [{ name: 'social', uid: '1' }] }] },
      'customers[0].authentications[0].uid: belongs to another customer',
    ],
    [
      'a purchase that belongs to another order',
      {
        customers: [
          {
            email: 'b@example.com',
            orders: [{ plan: 3, created_at: START, checkout_reference: 'purchase 1' }],
          },
        ],
      },
      'customers[0].orders[0].checkout_reference: belongs to another order',
    ],
    [
      'a subscription of another customer',
      {
        customers: [
          { id: 1, email: 'a@example.com', subscriptions: [{ id: 5, plan: 3, start_date: START }] },
        ],
      },
      'customers[0].subscriptions[0].id: belongs to another customer',
    ],
  ])('is refused: %s', async (_, fields, fault) => {
    const before = await database.checksums();
    expect(await refusalsOf(fields)).toEqual([fault]);
    expect(await database.checksums()).toEqual(before);
  });
});

describe('plans of several sales periods that share a name', () => {
  const PERIODS = ['2026', '2027'].map((name) => ({
    name,
    starts_at: `${name}-01-01T00:00:00Z`,
    ends_at: `${name}-12-31T00:00:00Z`,
  }));
  const gold = (sales_period: string | null, price: string) => ({ name: 'Gold', sales_period, price });
  const prices = () =>
    database.rows('SELECT name, sales_period_id AS period, price::text FROM plans ORDER BY price');

  it('are different plans, which a file refers to by name and period or by id', async () => {
    const plans = [gold('2026', '50.00'), gold('2027', '55.00'), gold(null, '60.00')];
    const customers = ['Gold/2026', 'Gold/2027', 'Gold/'].map((locked_plan, n) => ({
      email: `${n}@example.com`,
      locked_plan,
    }));
    const file = catalogueOf(fanclubWith({ sales_periods: PERIODS, plans, customers }));
    expect(await database.refusals(file)).toEqual([]);
    expect(await prices()).toHaveLength(3);
    // Repeating the file changes nothing, and an edited one changes the plan of the period.
    expect(await database.refusals(file)).toEqual([]);
    expect(await prices()).toHaveLength(3);
    expect(await refusalsOf({ plans: [gold('2027', '58.00')] })).toEqual([]);
    expect(await prices()).toMatchObject([{ price: '50.00' }, { price: '58.00' }, { price: '60.00' }]);
    const locked = await database.rows(
      'SELECT p.price::text FROM customers c JOIN plans p ON p.id = c.locked_plan_id ORDER BY c.email',
    );
    expect(locked).toEqual([{ price: '50.00' }, { price: '58.00' }, { price: '60.00' }]);
    const exported = await database.exported(keyOf(file), { ids: false });
    expect(exported).toContain('"locked_plan":"Gold/2027"');
  });

  it('are the one without a period in a file that names none, so that it can be loaded again', async () => {
    const file = { sales_periods: PERIODS, plans: [{ name: 'Gold', price: '40.00' }] };
    expect(await refusalsOf(file)).toEqual([]);
    expect(await refusalsOf({ plans: [gold('2026', '50.00')] })).toEqual([]);
    expect(await refusalsOf(file)).toEqual([]);
    expect(await prices()).toMatchObject([{ price: '40.00', period: null }, { price: '50.00' }]);
  });

  it('are found by name and period, even if another plan is really called so, which is found by its own', async () => {
    const plans = [gold('2026', '50.00'), { name: 'Gold/2026', price: '40.00' }];
    const customers = [
      { email: 'a@example.com', locked_plan: 'Gold/2026' },
      { email: 'b@example.com', locked_plan: 'Gold/2026/' },
    ];
    const file = catalogueOf(fanclubWith({ sales_periods: PERIODS, plans, customers }));
    const locked = () =>
      database.rows(
        'SELECT p.price::text FROM customers c JOIN plans p ON p.id = c.locked_plan_id ORDER BY c.email',
      );
    expect(await database.refusals(file)).toEqual([]);
    expect(await locked()).toEqual([{ price: '50.00' }, { price: '40.00' }]);
    const exported = await database.exported(keyOf(file), { ids: false });
    expect(exported).toMatch(/"locked_plan":"Gold".*"locked_plan":"Gold\/2026\/"/s);
    expect(await database.refusals(JSON.parse(exported) as typeof file)).toEqual([]);
    expect(await locked()).toEqual([{ price: '50.00' }, { price: '40.00' }]);
  });

  it('are a fault where the name or its period does not say which one is meant', async () => {
    const plans = [gold('2026', '50.00'), gold('2027', '55.00')];
    expect(await refusalsOf({ sales_periods: PERIODS, plans })).toEqual([]);
    expect(
      await refusalsOf({
        plans: [{ name: 'Gold', price: '1.00' }],
        customers: [{ email: 'a@example.com', locked_plan: 'Gold' }],
      }),
    ).toEqual([
      'plans[0].name: may mean more than one plan: give the id or the sales period',
      'customers[0].locked_plan: may mean more than one plan, "Gold/2026" or "Gold/2027": give the id',
    ]);
    expect(await refusalsOf({ plans: [...plans, gold('2026', '51.00')] })).toEqual([
      'plans[2].name: is given twice in this list',
    ]);
    const silver = [{ name: 'Silver', price: '1.00' }];
    expect(await refusalsOf({ plans: [...silver, ...silver] })).toEqual([
      'plans[1].name: is given twice in this list',
    ]);
  });
});
