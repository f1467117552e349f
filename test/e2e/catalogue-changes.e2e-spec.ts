import { type Changes, ChangesNotAllowed } from '../../src/platform/catalogue';
import { importCatalogue, type ImportOptions } from '../../src/tools/catalogue';
import { catalogueDatabase } from '../support/catalogue-database';
import {
  catalogueOf,
  copy,
  fanclubWith,
  fullCatalogue,
  type Json,
  type JsonObject,
} from '../support/catalogues';

const database = catalogueDatabase();

const CLUB = 'organizations[0].fanclubs[0]';

/** The changes that an import reports, allowed or not, one line each. */
async function changesOf(
  catalogue: Json,
  options: Partial<ImportOptions> = {},
): Promise<{ allowed: boolean; removals: string[]; keys: string[] }> {
  const told = (allowed: boolean, changes: Changes) => ({
    allowed,
    removals: changes.lines('removal'),
    keys: changes.lines('key'),
  });
  try {
    const { changes } = await importCatalogue(catalogue as object, { ...database.options(), ...options });
    return told(true, changes);
  } catch (error) {
    if (!(error instanceof ChangesNotAllowed)) throw error;
    return told(false, error.changes);
  }
}

type Step = string | number;

/** Lists of parts without a key. */
const NAMELESS = ['items', 'shipments', 'upgrades'];

/** The places of all lists of plain values and references in a catalogue, and of parts without a key. */
function wholeLists(value: Json, place: Step[] = []): Step[][] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value))
    return Object.entries(value).flatMap(([key, field]) => wholeLists(field, [...place, key]));
  const name = String(place.at(-1));
  const plain = value.length > 0 && value.every((item) => typeof item !== 'object');
  const nameless = value.length > 0 && NAMELESS.includes(name);
  const below = value.flatMap((item, n) => wholeLists(item, [...place, n]));
  return [...(plain || nameless ? [place] : []), ...below];
}

const pathOf = (place: readonly Step[]): string =>
  place
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);

/** The value at a place, to be changed there. */
const at = (catalogue: Json, place: readonly Step[]): Json =>
  place.reduce<Json>((value, step) => (value as Record<Step, Json>)[step], catalogue);

/** Files only add to these lists. */
const ADDED_TO = /\.(api_keys|extra_keys|options)$/;

describe('the removals of a file', () => {
  const lists = wholeLists(fullCatalogue()).map((place) => [pathOf(place), place] as const);

  beforeEach(() => database.load(fullCatalogue()));

  it('are searched in every list of the format', () => {
    expect(lists.length).toBeGreaterThan(15);
  });

  it.each(lists.filter(([path]) => !ADDED_TO.test(path)))(
    'are reported, and done only with permission: the last of %s',
    async (path, place) => {
      const before = await database.checksums();
      const edited = copy(fullCatalogue());
      (at(edited, place) as Json[]).pop();
      const { allowed, removals } = await changesOf(edited);
      expect(allowed).toBe(false);
      expect(removals).toEqual([expect.stringMatching(/: loses ./)]);
      expect(removals[0].startsWith(`${path}: `)).toBe(true);
      expect(await database.checksums()).toEqual(before);

      expect(await changesOf(edited, { allowRemovals: true })).toEqual({ allowed: true, removals, keys: [] });
      expect(await database.checksums()).not.toEqual(before);
      expect(await changesOf(edited)).toEqual({ allowed: true, removals: [], keys: [] });
    },
  );

  const changes: [string, Step[], Json, string[]][] = [
    ['package', ['plans', 0, 'package'], null, ['plans[0].package: is removed']],
    [
      'shipping address',
      ['customers', 0, 'shipping_address'],
      null,
      ['customers[0].shipping_address: is removed'],
    ],
    [
      'field of a contact',
      ['contacts', 0, 'custom_fields'],
      { city: 'Bergen', shows: 4 },
      ['contacts[0].custom_fields: loses "vip", "note", "sizes"'],
    ],
    [
      "order's date",
      ['customers', 0, 'orders', 0, 'created_at'],
      '2025-05-30T10:00:00Z',
      ['customers[0].orders[0].created_at: is rewritten: it is 2025-05-31 10:00:00+00 now'],
    ],
    [
      "order's payment",
      ['customers', 0, 'orders', 0, 'paid_at'],
      null,
      ['customers[0].orders[0].paid_at: is rewritten: it is 2025-05-31 10:00:05+00 now'],
    ],
    [
      "order's amount",
      ['customers', 0, 'orders', 0, 'totals', 'total'],
      '0.00',
      ['customers[0].orders[0].totals.total: is rewritten: it is 94.50 now'],
    ],
    [
      "order's address",
      ['customers', 0, 'orders', 0, 'billing_address'],
      null,
      ['customers[0].orders[0].billing_address: is rewritten'],
    ],
    [
      'parcel that was sent',
      ['customers', 0, 'orders', 0, 'shipments', 0],
      { items: [{ name: 'Mug' }] },
      [
        'customers[0].orders[0].shipments[0].ship_date: is rewritten: it is 2025-06-10 now',
        'customers[0].orders[0].shipments[0].tracking_url: is rewritten: it is https://parcels.example/1 now',
        'customers[0].orders[0].shipments[0].shipping_address: is rewritten',
        'customers[0].orders[0].shipments[0].items[0].name: is rewritten: it is T-shirt now',
        'customers[0].orders[0].shipments[0].items[0].thumbnail: is rewritten: it is https://fans.example/shirt.png now',
        'customers[0].orders[0].shipments[0].items[0].option: is rewritten: it is M now',
      ],
    ],
    [
      "subscription's plan",
      ['customers', 0, 'subscriptions', 0, 'plan'],
      'Silver',
      ['customers[0].subscriptions[0].plan: is rewritten: it is 11 now'],
    ],
    [
      'entry',
      ['customers', 0, 'contest_entries', 0, 'entered_at'],
      '2025-07-03T00:00:00Z',
      ['customers[0].contest_entries[0].entered_at: is rewritten: it is 2025-07-02 00:00:00+00 now'],
    ],
  ];

  it.each(changes)(
    'and rewrites are reported with their path, and done only with permission: the %s',
    async (_, place, value, lines) => {
      const before = await database.checksums();
      const edited = copy(fullCatalogue());
      const whole = ['organizations', 0, 'fanclubs', 0, ...place];
      (at(edited, whole.slice(0, -1)) as Record<Step, Json>)[whole.at(-1) as Step] = value;
      const removals = lines.map((line) => `${CLUB}.${line}`);
      for (const dryRun of [true, false])
        expect(await changesOf(edited, { dryRun })).toEqual({ allowed: false, removals, keys: [] });
      expect(await database.checksums()).toEqual(before);
      const allowed = { allowed: true, removals, keys: [] };
      expect(await changesOf(edited, { allowRemovals: true, dryRun: true })).toEqual(allowed);
      expect(await database.checksums()).toEqual(before);
      expect(await changesOf(edited, { allowRemovals: true })).toEqual(allowed);
      expect(await changesOf(edited)).toEqual({ allowed: true, removals: [], keys: [] });
    },
  );

  it('do not include changes outside of lists and past records, and values that were empty', async () => {
    const edited = copy(fullCatalogue());
    const club = at(edited, ['organizations', 0, 'fanclubs', 0]) as Record<string, JsonObject[]> & JsonObject;
    club.name = 'Another name' as never;
    Object.assign(club.plans[0], { price: '1.00', description: null });
    Object.assign(club.customers[0], { first_name: null, birthdate: null });
    const [order] = club.customers[0].orders as (JsonObject & { shipments: JsonObject[] })[];
    order.refunded_at = '2025-07-01T00:00:00Z';
    Object.assign(order.shipments[1], { ship_date: '2025-07-02', tracking_url: 'https://parcels.example/2' });
    order.shipments.push({ items: [{ name: 'Card' }] });
    expect(await changesOf(edited)).toEqual({ allowed: true, removals: [], keys: [] });
    expect(await database.value('SELECT count(*) FROM shipments')).toBe(3);
  });

  it('are not reported while the file has faults', async () => {
    const edited = copy(fullCatalogue());
    const club = at(edited, ['organizations', 0, 'fanclubs', 0]) as Record<string, JsonObject[]>;
    club.trusted_domains = [];
    club.benefits[0].plans = ['Gold', 'Nickel'];
    expect(await database.refusals(edited)).toEqual([
      `${CLUB}.benefits[0].plans[1]: no plan of this fan club is called "Nickel"`,
    ]);
  });
});

it('names a hundred of the removals, and counts the others', async () => {
  const customers = (aliases: (n: number) => string[]): JsonObject[] =>
    Array.from({ length: 1_203 }, (_, n) => ({ email: `fan${n}@example.com`, email_aliases: aliases(n) }));
  const before = catalogueOf(fanclubWith({ customers: customers((n) => [`former${n}@example.com`]) }));
  const after = catalogueOf(fanclubWith({ customers: customers(() => []) }));
  await database.load(before);
  const { removals } = await changesOf(after);
  expect(removals).toHaveLength(101);
  expect(removals[99]).toBe(`${CLUB}.customers[99].email_aliases: loses "former99@example.com"`);
  expect(removals[100]).toBe('… and 1103 more');
  await database.load(after, { allowRemovals: true });
  expect(await database.value('SELECT count(*) FROM email_aliases')).toBe(0);
});

describe('new keys and trusted domains of existing organizations and fan clubs', () => {
  const file = (organization: JsonObject, club: JsonObject): JsonObject => ({
    version: 1,
    organizations: [{ name: 'Victim Records', ...organization, fanclubs: [fanclubWith(club)] }],
  });

  beforeEach(() => database.load(file({ api_keys: ['real'] }, { trusted_domains: ['https://a.example'] })));

  it.each<[string, JsonObject, JsonObject, string]>([
    [
      "a partner's key for another, existing organization",
      { api_keys: ['real', 'planted'] },
      {},
      'organizations[0].api_keys[1]: is a new key of an organization that exists',
    ],
    [
      'a further key of a fan club',
      {},
      { extra_keys: ['more'] },
      `${CLUB}.extra_keys[0]: is a new key of a fan club that exists`,
    ],
    [
      'a trusted domain',
      {},
      { trusted_domains: ['https://a.example', 'https://evil.example'] },
      `${CLUB}.trusted_domains[1]: is a new trusted domain of a fan club that exists`,
    ],
    [
      'a site_url elsewhere, which is trusted as well',
      {},
      { site_url: 'https://evil.example/home' },
      `${CLUB}.site_url: is a new trusted domain of a fan club that exists`,
    ],
  ])('are reported, and added only with permission: %s', async (_, organization, club, line) => {
    const before = await database.checksums();
    const edited = file(organization, club);
    for (const options of [{}, { dryRun: true }, { allowRemovals: true }])
      expect(await changesOf(edited, options)).toEqual({ allowed: false, removals: [], keys: [line] });
    expect(await database.checksums()).toEqual(before);
    expect(await changesOf(edited, { allowKeys: true })).toEqual({
      allowed: true,
      removals: [],
      keys: [line],
    });
    expect(await changesOf(edited)).toEqual({ allowed: true, removals: [], keys: [] });
  });

  it('do not include those of a new fan club or organization', async () => {
    const club = { key: 'new-key', extra_keys: ['other'], trusted_domains: ['https://new.example'] };
    const none = { allowed: true, removals: [], keys: [] };
    expect(await changesOf(file({}, club))).toEqual(none);
    const other = fanclubWith({ ...club, key: 'third', extra_keys: ['fourth'] });
    const organization = { name: 'New Records', api_keys: ['new'], fanclubs: [other] };
    expect(await changesOf({ version: 1, organizations: [organization] })).toEqual(none);
  });

  it('do not include a site_url that stays on its domain or moves to a trusted one', async () => {
    const none = { allowed: true, removals: [], keys: [] };
    expect(await changesOf(file({}, { site_url: 'https://small.example/fans' }))).toEqual(none);
    expect(await changesOf(file({}, { site_url: 'https://a.example/fans' }))).toEqual(none);
  });

  it('are reported beside removals, and each needs its own permission', async () => {
    const edited = file({}, { trusted_domains: ['https://b.example'] });
    const removals = [`${CLUB}.trusted_domains: loses "https://a.example"`];
    const keys = [`${CLUB}.trusted_domains[0]: is a new trusted domain of a fan club that exists`];
    for (const options of [{}, { allowRemovals: true }, { allowKeys: true }])
      expect(await changesOf(edited, options)).toEqual({ allowed: false, removals, keys });
    expect(await database.rows('SELECT origin FROM trusted_domains')).toEqual([
      { origin: 'https://a.example' },
    ]);
    const both = { allowRemovals: true, allowKeys: true };
    expect(await changesOf(edited, both)).toEqual({ allowed: true, removals, keys });
    expect(await database.rows('SELECT origin FROM trusted_domains')).toEqual([
      { origin: 'https://b.example' },
    ]);
  });
});
