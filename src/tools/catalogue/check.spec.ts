import { describeFault } from '#platform/catalogue';
import {
  copy,
  fanclubWith,
  fullCatalogue,
  catalogueOf,
  type Json,
  type JsonObject,
} from '../../../test/support/catalogues';
import { checkFormat } from './check';
import { ObjectSource } from './source';

async function faultsOf(catalogue: Json): Promise<string[]> {
  const { readContext } = await checkFormat(new ObjectSource(catalogue, ['customers', 'contacts']));
  return readContext.faults.found.map(describeFault);
}

/** The faults of a small fan club with these fields, with paths below the fan club. */
async function faultsIn(fields: JsonObject): Promise<string[]> {
  const faults = await faultsOf(catalogueOf(fanclubWith(fields)));
  return faults.map((fault) => fault.replace('organizations[0].fanclubs[0].', ''));
}

const PLAN = { name: 'Gold', price: '100.00' };
const CUSTOMER = { email: 'ada@example.com' };

const CURRENCY = 'currency: must be an ISO 4217 currency code with at most two decimals';

describe('a catalogue', () => {
  it('has no faults when every field of the format is given', async () => {
    expect(await faultsOf(fullCatalogue())).toEqual([]);
  });

  it('has no faults when only the required fields are given', async () => {
    expect(await faultsIn({ plans: [PLAN], customers: [CUSTOMER] })).toEqual([]);
  });

  it('has faults that begin with the path of the invalid field', async () => {
    const plans = [PLAN, { ...PLAN, name: 'Silver' }, { name: 'Bronze', price: 'cheap' }];
    expect(await faultsOf(catalogueOf(fanclubWith({ plans })))).toEqual([
      'organizations[0].fanclubs[0].plans[2].price: must be a decimal amount',
    ]);
  });

  it.each<[string, Json]>([
    ['null', null],
    ['a list', []],
    ['a text', 'catalogue'],
  ])('cannot be %s', async (_, catalogue) => {
    expect(await faultsOf(catalogue)).toEqual(['must be an object']);
  });

  it('cannot have another version', async () => {
    expect(await faultsOf({ ...fullCatalogue(), version: 2 })).toEqual(['version: must be 1']);
  });

  it.each<[string, JsonObject, string]>([
    ['an unknown field', { pland: [] }, 'pland: is not a known field'],
    [
      'a field that only looks harmless',
      { 'a.b': 1 },
      'organizations[0].fanclubs[0]["a.b"]: is not a known field',
    ],
    [
      'a field named __proto__',
      JSON.parse('{"__proto__": {}}') as JsonObject,
      '__proto__: is not a known field',
    ],
    ['a missing field', { plans: [{ name: 'Gold' }] }, 'plans[0].price: is missing'],
    ['an object where a list belongs', { plans: {} }, 'plans: must be a list'],
    ['a customer that is not an object', { customers: [7] }, 'customers[0]: must be an object'],
    ['customers that are not a list', { customers: 'all' }, 'customers: must be a list'],
    ['money as a number', { plans: [{ ...PLAN, price: 100 }] }, 'plans[0].price: must be a decimal amount'],
    [
      'money below zero',
      { plans: [{ ...PLAN, price: '-1.00' }] },
      'plans[0].price: must be a decimal amount',
    ],
    [
      'tenths of a cent',
      { plans: [{ ...PLAN, price: '1.005' }] },
      'plans[0].price: must be a decimal amount',
    ],
    [
      'an id of zero',
      { plans: [{ ...PLAN, id: 0 }] },
      'plans[0].id: must be an id, a whole number from 1 to 9006999999999999',
    ],
    [
      'an unsafe id',
      { plans: [{ ...PLAN, id: 2 ** 53 }] },
      'plans[0].id: must be an id, a whole number from 1 to 9006999999999999',
    ],
    ['a flag as text', { plans: [{ ...PLAN, trial: 'no' }] }, 'plans[0].trial: must be true or false'],
    [
      'a lone surrogate',
      { plans: [{ ...PLAN, description: '\ud800' }] },
      'plans[0].description: must not contain NUL or a lone surrogate',
    ],
    [
      'a NUL',
      { plans: [{ ...PLAN, description: 'a\0b' }] },
      'plans[0].description: must not contain NUL or a lone surrogate',
    ],
    ['an unknown zone', { time_zone: 'Mars/Olympus' }, 'time_zone: must be an IANA time zone'],
    ['an unknown currency', { currency: 'XXY' }, CURRENCY],
    ['a currency with three decimals', { currency: 'KWD' }, CURRENCY],
    ['an unknown country', { home_country: 'XZ' }, 'home_country: must be an ISO 3166 alpha-2 country code'],
    [
      'an address of a script',
      { site_url: 'javascript:alert(1)' },
      'site_url: must be an http or https address',
    ],
    ...[
      'http://a.example/l.png',
      '//a.example/l.png',
      'data:image/png;base64,AA',
      'https://u:p@a.example/l.png',
    ].map((logo_url): [string, JsonObject, string] => [
      `a logo at ${logo_url}`,
      { logo_url },
      'logo_url: must be an https address',
    ]),
    ...['red', '#fff', '#12345g', '#1234567', 'rgb(0,0,0)', '#000000;}'].map(
      (accent_color): [string, JsonObject, string] => [
        `the colour ${accent_color}`,
        { accent_color },
        'accent_color: must be a colour of the form #rrggbb',
      ],
    ),
    ...[
      'https://a.example/',
      'https://a.example.',
      'https://A.example',
      'https://a.example:443',
      'https://user@a.example',
      'https://bücher.example',
      'https://*.a.example',
      'ftp://a.example',
      'a.example',
      'null',
      '*',
    ].map((origin): [string, { trusted_domains: string[] }, string] => [
      `the origin ${origin}`,
      { trusted_domains: [origin] },
      'trusted_domains[0]: must be an origin such as https://www.example.com, in lower case and without a path',
    ]),
    [
      'more origins than the maximum',
      { trusted_domains: Array.from({ length: 51 }, (_, n) => `https://a${n}.example`) },
      'trusted_domains: must not have more than 50 items',
    ],
    [
      'a provider name with a capital',
      { authentications: [{ name: 'Social', app_id: '1', app_secret: 's' }] },
      'authentications[0].name: must be lower-case letters, digits and underscores, beginning with a letter',
    ],
    [
      'two trackers for development',
      { tracking: { development: ['a', 'b'] } },
      'tracking.development: must not have more than 1 items',
    ],
    [
      'a day that does not exist',
      { customers: [{ ...CUSTOMER, birthdate: '2023-02-29' }] },
      'customers[0].birthdate: must be a date of the form YYYY-MM-DD',
    ],
    [
      'an address without a domain',
      { customers: [{ email: 'ada@' }] },
      'customers[0].email: must be an e-mail address',
    ],
    [
      'a customer without e-mail and id',
      { customers: [{ email: null }] },
      'customers[0].id: is missing: a customer without e-mail needs one',
    ],
    [
      'a registered customer without e-mail',
      { customers: [{ id: 1, email: null, registered: true }] },
      'customers[0].registered: must be false for a customer without e-mail',
    ],
    [
      'the time of a confirmation that it denies',
      { customers: [{ ...CUSTOMER, confirmed: false, confirmed_at: '2025-01-01T00:00:00Z' }] },
      'customers[0].confirmed_at: must be absent if confirmed is false',
    ],
    [
      'the same for a contact',
      { contacts: [{ ...CUSTOMER, confirmed: false, confirmed_at: '2025-01-01T00:00:00Z' }] },
      'contacts[0].confirmed_at: must be absent if confirmed is false',
    ],
    [
      'two orders of one purchase',
      {
        customers: ['Ref', 'ref', 'Ref'].map((checkout_reference, n) => ({
          email: `fan${n}@example.com`,
          orders: [{ plan: 1, created_at: '2025-01-01T00:00:00Z', checkout_reference }],
        })),
      },
      'customers[2].orders[0].checkout_reference: is given twice in this file',
    ],
    [
      'a hash of another kind',
      { customers: [{ ...CUSTOMER, password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' }] },
      'customers[0].password_hash: must be an argon2 or bcrypt hash with an acceptable cost',
    ],
    [
      'an order with half its totals',
      {
        customers: [
          {
            ...CUSTOMER,
            orders: [
              {
                plan: 1,
                created_at: '2025-01-01T00:00:00Z',
                totals: { total: '1.00', subtotal: '1.00', discount: '0' },
              },
            ],
          },
        ],
      },
      'customers[0].orders[0].totals.shipping: is missing',
    ],
    [
      'a custom field with too many levels',
      { contacts: [{ email: 'a@example.com', custom_fields: { tags: [[[[[[]]]]]] } }] },
      'contacts[0].custom_fields: are nested too deeply (maximum is 5 levels)',
    ],
  ])('cannot have %s', async (_, fields, fault) => {
    const faults = await faultsOf(catalogueOf(fanclubWith(fields)));
    expect(faults).toEqual([
      fault.startsWith('organizations') ? fault : `organizations[0].fanclubs[0].${fault}`,
    ]);
  });

  it.each([
    '2026-01-31T20:00:00',
    '2026-01-31 20:00:00Z',
    '2026-01-31',
    '2026-02-30T20:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T20:00:00.123456Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-05:00',
    'tomorrow',
  ])('cannot have %j as an instant', async (text) => {
    const contests = [{ name: 'Draw', starts_at: text, ends_at: '9999-12-01T00:00:00Z' }];
    expect(await faultsIn({ contests })).toEqual([
      'contests[0].starts_at: must be an ISO 8601 instant with its zone, such as 2026-01-31T20:00:00Z',
    ]);
  });

  it('has faults for duplicates in a list, in a fan club and in the file', async () => {
    const club = fanclubWith({
      plans: [{ ...PLAN, id: 3 }, PLAN, { name: 'Silver', price: '1', id: 3 }],
      customers: [{ ...CUSTOMER, id: 9 }, { email: 'ADA@example.com' }, { email: 'b@example.com', id: 9 }],
    });
    const second = { ...fanclubWith({ plans: [{ ...PLAN, id: 3 }], customers: [CUSTOMER] }) };
    expect(await faultsOf(catalogueOf(club, second))).toEqual([
      'organizations[0].fanclubs[0].customers[1].email: is given twice in this file',
      'organizations[0].fanclubs[0].customers[2].id: is given twice in this file',
      'organizations[0].fanclubs[0].plans[2].id: is given twice in this file',
      'organizations[0].fanclubs[1].key: is given twice in this file',
      'organizations[0].fanclubs[1].plans[0].id: is given twice in this file',
    ]);
  });

  it('has at most a hundred faults', async () => {
    expect(await faultsIn({ plans: [{ price: 1, name: '', id: 'x', tags: [' '], extra: 1 }] })).toHaveLength(
      5,
    );
    const plans = Array.from({ length: 150 }, (_, index) => ({ name: `Plan ${index}`, price: 'much' }));
    expect(await faultsIn({ plans })).toHaveLength(100);
  });

  it('does not change when it is checked', async () => {
    const catalogue = fullCatalogue();
    const before = copy(catalogue);
    await checkFormat(new ObjectSource(catalogue, ['customers', 'contacts']));
    expect(catalogue).toEqual(before);
  });
});
