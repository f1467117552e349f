import { FAULT_LIMIT } from '../../src/platform/catalogue';
import { catalogueDatabase } from '../support/catalogue-database';
import { catalogueOf, fanclubWith, fullCatalogue, type JsonObject } from '../support/catalogues';

const database = catalogueDatabase();

const PLAN = { name: 'Gold', price: '100.00' };
const CLUB = 'organizations[0].fanclubs[0]';
const START = '2026-01-01T00:00:00Z';
const TOTALS = { shipping: '0', discount: '0', subtotal: '100', total: '100' };

/** The faults of a small fan club with these fields, with paths relative to the fan club. */
async function refusalsOf(fields: JsonObject): Promise<string[]> {
  const faults = await database.refusals(catalogueOf(fanclubWith(fields)));
  return faults.map((fault) => fault.replace(`${CLUB}.`, ''));
}

describe('a catalogue with faults', () => {
  it('is refused as a whole, with the places of twenty different faults', async () => {
    const faulty: JsonObject = {
      version: 1,
      organizations: [
        {
          name: 'Org',
          colour: 'red',
          fanclubs: [
            fanclubWith({
              site_url: 'fans.example',
              time_zone: 'Moon/Crater',
              currency: 'EURO',
              trusted_domains: ['fans.example'],
              sales_periods: [{ name: 'Spring', starts_at: START, ends_at: '2025-01-01T00:00:00Z' }],
              plans: [
                { ...PLAN, sales_period: 'Autumn', package: { name: 'Box', items: [] } },
                { ...PLAN, price: '9.99' },
                { name: 'Bronze', price: 9.99, upgrades: [{ to: 'Bronze' }] },
              ],
              events: [
                { title: 'Show', start: 'tonight', time_zone: 'UTC', venue: { name: 'H', country: 'ZZ' } },
              ],
              benefits: [{ summary: 'Presales', plans: ['Platinum'] }],
              customers: [
                {
                  email: 'ada@example.com',
                  birthdate: '31.12.1990',
                  password: 'x',
                  password_hash: 'plain',
                  subscriptions: [{ plan: 99, start_date: START }],
                  options: ['Shirt/M'],
                },
                { email: 'ADA@example.com', orders: [{ plan: 'Gold', created_at: START, totals: {} }] },
              ],
              contacts: [{ first_name: 'Nobody' }],
            }),
          ],
        },
      ],
    };
    const before = await database.checksums();
    const faults = await database.refusals(faulty);
    expect(faults.map((fault) => fault.slice(0, fault.indexOf(':'))).sort()).toEqual(
      [
        'organizations[0].colour',
        `${CLUB}.site_url`,
        `${CLUB}.time_zone`,
        `${CLUB}.currency`,
        `${CLUB}.trusted_domains[0]`,
        `${CLUB}.sales_periods[0].ends_at`,
        `${CLUB}.plans[0].sales_period`,
        `${CLUB}.plans[0].package.shipping_and_handling`,
        `${CLUB}.plans[1].name`,
        `${CLUB}.plans[2].price`,
        `${CLUB}.plans[2].upgrades[0].to`,
        `${CLUB}.events[0].start`,
        `${CLUB}.events[0].venue.country`,
        `${CLUB}.benefits[0].plans[0]`,
        `${CLUB}.customers[0].birthdate`,
        `${CLUB}.customers[0].password_hash`,
        `${CLUB}.customers[0].subscriptions[0].plan`,
        `${CLUB}.customers[0].options[0]`,
        `${CLUB}.customers[1].email`,
        // Two plans have its name.
        `${CLUB}.customers[1].orders[0].plan`,
        `${CLUB}.customers[1].orders[0].totals.discount`,
        `${CLUB}.customers[1].orders[0].totals.shipping`,
        `${CLUB}.customers[1].orders[0].totals.subtotal`,
        `${CLUB}.customers[1].orders[0].totals.total`,
        `${CLUB}.contacts[0].email`,
      ].sort(),
    );
    expect(await database.checksums()).toEqual(before);
  });

  it('changes nothing, not even the objects before the fault', async () => {
    await database.load(fullCatalogue());
    const before = await database.checksums();
    const customers = Array.from({ length: 1200 }, (_, n) => ({ email: `fan${n}@example.com` }));
    const last = { email: 'last@example.com', locked_plan: 'Nowhere' };
    const catalogue = catalogueOf(fanclubWith({ plans: [PLAN], customers: [...customers, last] }));
    expect(await database.refusals(catalogue)).toEqual([
      `${CLUB}.customers[1200].locked_plan: no plan of this fan club is called "Nowhere"`,
    ]);
    expect(await database.checksums()).toEqual(before);
  });

  it('gets at most a hundred fault messages', async () => {
    const customers = Array.from({ length: 1200 }, (_, n) => ({
      email: `fan${n}@example.com`,
      locked_plan: n + 1,
    }));
    expect(await refusalsOf({ customers })).toHaveLength(FAULT_LIMIT);
    const broken = Array.from({ length: 1200 }, () => ({ email: 'nowhere' }));
    expect(await refusalsOf({ customers: broken })).toHaveLength(FAULT_LIMIT);
  });

  it('gets a message for a membership that would end after the last year', async () => {
    const subscriptions = [{ plan: 'Gold', start_date: '9999-06-01T00:00:00Z' }];
    expect(
      await refusalsOf({
        plans: [{ ...PLAN, duration: 12 }],
        customers: [{ email: 'a@example.com', subscriptions }],
      }),
    ).toEqual([
      "customers[0].subscriptions[0].start_date: must leave room for the plan's duration before the year 10000",
    ]);
  });

  it('gets a message for prices that its currency does not have', async () => {
    const shipping_and_handling = { domestic: '5.00', international: '5.50' };
    const goods = { name: 'Box', shipping_and_handling, items: [] };
    const plans = [
      { ...PLAN, package: goods, upgrades: [{ to: 'Silver', price: '0.5' }] },
      { name: 'Silver', price: '10.01' },
    ];
    await database.load(catalogueOf(fanclubWith({ currency: 'JPY' })));
    const message = 'must be a whole amount, because JPY has no decimals';
    expect(await refusalsOf({ currency: 'JPY', plans })).toEqual([
      `plans[1].price: ${message}`,
      `plans[0].upgrades[0].price: ${message}`,
      `plans[0].package.shipping_and_handling.international: ${message}`,
    ]);
  });

  it('gets a message for stored prices that a new currency does not have', async () => {
    const plans = [PLAN, { name: 'Silver', price: '10.01' }];
    await database.load(catalogueOf(fanclubWith({ plans })));
    const fault = (plan: string) =>
      `currency: has no decimals, but the plan "${plan}" has prices with decimals`;
    expect(await refusalsOf({ currency: 'JPY' })).toEqual([fault('Silver')]);
    await database.load(
      catalogueOf(fanclubWith({ currency: 'JPY', plans: [PLAN, { name: 'Silver', price: '10' }] })),
    );
  });

  it('gets a message for a new currency while an order in the former one waits for its payment', async () => {
    const order = { plan: 'Gold', created_at: START, checkout_reference: 'waiting', totals: TOTALS };
    const customers = [{ email: 'ada@example.com', orders: [order] }];
    await database.load(catalogueOf(fanclubWith({ plans: [PLAN], customers })));
    await database.dataSource.query(`UPDATE orders SET currency = 'USD'`);
    expect(await refusalsOf({ currency: 'EUR' })).toEqual([
      'currency: cannot be changed while an order in the former one waits for its payment',
    ]);
    await database.dataSource.query(`UPDATE orders SET paid_at = created_at`);
    expect(await refusalsOf({ currency: 'EUR' })).toEqual([]);
  });

  it('gets a message for a plan that leads to itself or to none', async () => {
    const plans = [{ ...PLAN, renews_into: 'Gold', converts_into: 'Silver' }];
    expect(await refusalsOf({ plans })).toEqual([
      'plans[0].renews_into: must be another plan',
      'plans[0].converts_into: no plan of this fan club is called "Silver"',
    ]);
  });

  it('gets a message for ids that leave none to generate', async () => {
    const message = 'must be an id, a whole number from 1 to 9006999999999999';
    const plans = [{ ...PLAN, id: Number.MAX_SAFE_INTEGER }];
    expect(await refusalsOf({ plans })).toEqual([`plans[0].id: ${message}`]);
  });

  it('gets a message for a social account of two customers', async () => {
    const authentications = [{ name: 'social', uid: '9' }];
    const customers = ['a@example.com', 'b@example.com'].map((email) => ({ email, authentications }));
    expect(await refusalsOf({ customers })).toEqual([
      'customers[1].authentications[0].uid: belongs to another customer',
    ]);
  });

  it('is quoted in part when a value is too long', async () => {
    const [fault] = await refusalsOf({ ['k'.repeat(1_000_000)]: 1 });
    expect(fault).toMatch(/^k{400,500}…: is not a known field$/);
  });

  it('gets the same messages in a dry run', async () => {
    const catalogue = catalogueOf(fanclubWith({ benefits: [{ summary: 'B', plans: ['Gold'] }] }));
    expect(await database.refusals(catalogue, { dryRun: true })).toEqual([
      `${CLUB}.benefits[0].plans[0]: no plan of this fan club is called "Gold"`,
    ]);
  });

  it.each<[string, JsonObject, string]>([
    [
      'a plan given twice, by name and by id',
      { plans: [{ id: 3, ...PLAN }], benefits: [{ summary: 'B', plans: [3, 'Gold'] }] },
      'benefits[0].plans[1]: is given twice in this list',
    ],
    [
      'a subscription given twice, by name and by id of its plan',
      {
        plans: [{ id: 3, ...PLAN }],
        customers: [
          {
            email: 'a@example.com',
            subscriptions: [
              { plan: 3, start_date: START },
              { plan: 'Gold', start_date: '2026-01-01T01:00:00+01:00' },
            ],
          },
        ],
      },
      'customers[0].subscriptions[1].start_date: is given twice in this list',
    ],
    [
      'two unpaid orders of one plan, by name and by id',
      {
        plans: [{ id: 3, ...PLAN }],
        customers: [
          {
            email: 'a@example.com',
            orders: [
              { plan: 3, created_at: START, checkout_reference: '1', totals: TOTALS },
              { plan: 'Gold', created_at: '2026-01-02T00:00:00Z', checkout_reference: '2', totals: TOTALS },
            ],
          },
        ],
      },
      'customers[0].orders[1].checkout_reference: is of a second order of the plan that is not paid yet',
    ],
    [
      'two options of one item type',
      {
        item_types: [{ name: 'Size', options: [{ name: 'M' }, { id: 8, name: 'L' }] }],
        customers: [{ email: 'a@example.com', options: ['Size/M', 8] }],
      },
      'customers[0].options[1]: is a second option of the same item type',
    ],
    [
      'a title that two events have',
      {
        events: ['2026-01-01T20:00:00Z', '2026-01-02T20:00:00Z'].map((start) => ({
          title: 'Residency',
          start,
          time_zone: 'UTC',
          venue: { name: 'Hall', country: 'US' },
        })),
        contests: [
          {
            name: 'Second night',
            starts_at: START,
            ends_at: '2026-01-02T00:00:00Z',
            event: 'Residency/2026-01-02T20:00:00.000Z',
          },
          { name: 'Which night?', starts_at: START, ends_at: '2026-01-02T00:00:00Z', event: 'Residency' },
        ],
      },
      'contests[1].event: may mean more than one event: give the id',
    ],
    [
      'a queued subscription that became one of another customer',
      {
        plans: [PLAN],
        customers: [
          { email: 'a@example.com', subscriptions: [{ id: 1, plan: 'Gold', start_date: START }] },
          {
            email: 'b@example.com',
            queued_subscriptions: [{ plan: 'Gold', created_at: START, end_date: START, subscription: 1 }],
          },
        ],
      },
      'customers[1].queued_subscriptions[0].subscription: is not a subscription of this customer',
    ],
    [
      'a queued subscription that became one of another start',
      {
        plans: [PLAN],
        customers: [
          {
            email: 'a@example.com',
            subscriptions: [{ plan: 'Gold', start_date: START }],
            queued_subscriptions: [
              {
                plan: 'Gold',
                created_at: START,
                end_date: START,
                subscription: 'Gold/2031-01-01T00:00:00Z',
              },
            ],
          },
        ],
      },
      'customers[0].queued_subscriptions[0].subscription: is not a subscription of this customer',
    ],
  ])('is refused for %s', async (_, fields, fault) => {
    expect(await refusalsOf(fields)).toEqual([fault]);
  });
});
