import { getMetadataArgsStorage, type DataSource, type EntityTarget } from 'typeorm';
import { FixedClock } from '#libs/clock';
import { type Club, Given, type New } from '#samples';
import '../../src/app/all-entities';
import { API_ROUTES } from '../contract/routes';
import { FOLDERS, makersByName, merged, ROUTE_SAMPLES, SAMPLES, samplesFile } from '../samples/registry';
import { positions } from '../tenants/positions';

// Checks without a database that each domain has the samples for the generated suites, so that `npm run check` reports gaps.

/** Records the entities of rows instead of inserting them. */
class RecordedRows extends Given {
  readonly entities = new Set<EntityTarget<object>>();

  constructor() {
    super(undefined as unknown as DataSource, new FixedClock());
  }

  override async save<Row extends object>(entity: EntityTarget<Row>, columns: New<Row>): Promise<Row> {
    this.entities.add(entity);
    return { id: this.seed().n, ...columns } as Row;
  }
}

/** Any property of any club. */
const anything: unknown = new Proxy(() => anything, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 'anything' : anything),
});

const routes = API_ROUTES.map(([method, path]) => `${method} ${path}`);
const messages = (missing: readonly string[], what: string) => missing.map((one) => `${one} ${what}`);

/** Entities without a maker: a database has one row of it, which `fanclub cell init` writes, and tests with `cell`. */
const UNMADE = ['Cell'];

it('every entity is made by a maker', async () => {
  const given = new RecordedRows();
  for (const make of Object.values(makersByName())) await make(given);
  const entities = getMetadataArgsStorage().tables.map(({ target }) => target as { name: string });
  const unmade = entities.filter(
    (entity) => !given.entities.has(entity as EntityTarget<object>) && !UNMADE.includes(entity.name),
  );
  expect(
    messages(
      unmade.map(({ name }) => name),
      'needs a maker in the samples of its folder',
    ),
  ).toEqual([]);
});

it('every route that takes an id or a body has a good request in `routes`', () => {
  const missing = routes.filter((route) => !/^GET [^:]+$/.test(route) && !ROUTE_SAMPLES[route]?.request);
  expect(messages(missing, 'needs `routes` with a `request` in the samples of its domain')).toEqual([]);
});

it('every POST names the fields that it takes', () => {
  const missing = routes.filter((route) => route.startsWith('POST') && !ROUTE_SAMPLES[route]?.fields);
  expect(messages(missing, 'needs `fields` in the samples of its domain')).toEqual([]);
});

it('every id in a path is in the `positions`', () => {
  const club = anything as Club;
  const placed = positions({ a1: club, a2: club, b1: club }).map(({ route }) => route);
  const missing = routes.filter((route) => route.includes(':id') && !placed.includes(route));
  expect(messages(missing, 'needs `inPath` among the `positions` in the samples of its domain')).toEqual([]);
  expect(
    messages(
      placed.filter((route) => !routes.includes(route)),
      'is among the `positions` and no route',
    ),
  ).toEqual([]);
});

it('every sample names an existing route, maker or column', () => {
  expect(Object.keys(ROUTE_SAMPLES).filter((route) => !routes.includes(route))).toEqual([]);
  const makers = Object.keys(makersByName());
  expect(Object.keys(merged('examples')).filter((name) => !makers.includes(name))).toEqual([]);
  const columns = getMetadataArgsStorage().columns.map(
    ({ target, propertyName }) => `${(target as { name: string }).name}.${propertyName}`,
  );
  const limited = [...SAMPLES.values()].flatMap(({ limitedColumns = [] }) => limitedColumns);
  expect(limited.filter((column) => !columns.includes(column))).toEqual([]);
});

it('no two folders have samples of the same maker, route or statement', () => {
  for (const list of [
    'makers',
    'routes',
    'filteredById',
    'guardedBy',
    'notAsked',
    'acrossFanclubs',
  ] as const) {
    const named = [...SAMPLES.values()].flatMap((samples) => Object.keys(samples[list] ?? {}));
    expect(named).toEqual([...new Set(named)]);
  }
});

it('every domain has samples', () => {
  const missing = FOLDERS.filter((folder) => folder.startsWith('domains/')).filter(
    (folder) => !SAMPLES.has(folder.split('/')[1]),
  );
  expect(messages(missing, 'has none')).toEqual([]);
  expect(samplesFile('domains/contests')).toBe('src/domains/contests/contests.samples.ts');
});
