import { getMetadataArgsStorage, type DataSource, type EntityTarget } from 'typeorm';
import { FixedClock } from '#libs/clock';
import { type Club, Given, type New } from '#samples';
import '../../src/all-entities';
import { API_ROUTES } from '../contract/routes';
import { FOLDERS, makersByName, merged, ROUTE_SAMPLES, SAMPLES, samplesFile } from '../samples/registry';
import { positions } from '../tenants/positions';

/*
 * What the generated suites need of each domain, told without a database: so `npm run check` says at once what is missing.
 */

/** Keeps what would be inserted. */
class NotedRows extends Given {
  readonly entities = new Set<EntityTarget<object>>();

  constructor() {
    super(undefined as unknown as DataSource, new FixedClock());
  }

  override async save<Row extends object>(entity: EntityTarget<Row>, columns: New<Row>): Promise<Row> {
    this.entities.add(entity);
    return { id: this.seed().n, ...columns } as Row;
  }
}

/** Stands for a club whose rows and ids nobody looks at. */
const anything: unknown = new Proxy(() => anything, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 'anything' : anything),
});

const routes = API_ROUTES.map(([method, path]) => `${method} ${path}`);
const tell = (missing: readonly string[], what: string) => missing.map((one) => `${one} ${what}`);

it('every entity is made by a maker', async () => {
  const given = new NotedRows();
  for (const make of Object.values(makersByName())) await make(given);
  const entities = getMetadataArgsStorage().tables.map(({ target }) => target as { name: string });
  const unmade = entities.filter((entity) => !given.entities.has(entity as EntityTarget<object>));
  expect(
    tell(
      unmade.map(({ name }) => name),
      'needs a maker in the samples of its folder',
    ),
  ).toEqual([]);
});

it('every route that takes an id or a body says in `routes` what a good request is', () => {
  const missing = routes.filter((route) => !/^GET [^:]+$/.test(route) && !ROUTE_SAMPLES[route]?.request);
  expect(tell(missing, 'needs `routes` with a `request` in the samples of its domain')).toEqual([]);
});

it('every POST names the fields that it takes', () => {
  const missing = routes.filter((route) => route.startsWith('POST') && !ROUTE_SAMPLES[route]?.fields);
  expect(tell(missing, 'needs `fields` in the samples of its domain')).toEqual([]);
});

it('every id in a path is one of the `positions`', () => {
  const club = anything as Club;
  const placed = positions({ a1: club, a2: club, b1: club }).map(({ route }) => route);
  const missing = routes.filter((route) => route.includes(':id') && !placed.includes(route));
  expect(tell(missing, 'needs `inPath` among the `positions` in the samples of its domain')).toEqual([]);
  expect(
    tell(
      placed.filter((route) => !routes.includes(route)),
      'is among the `positions` and no route',
    ),
  ).toEqual([]);
});

it('what is sampled is there', () => {
  expect(Object.keys(ROUTE_SAMPLES).filter((route) => !routes.includes(route))).toEqual([]);
  const makers = Object.keys(makersByName());
  expect(Object.keys(merged('examples')).filter((name) => !makers.includes(name))).toEqual([]);
  const columns = getMetadataArgsStorage().columns.map(
    ({ target, propertyName }) => `${(target as { name: string }).name}.${propertyName}`,
  );
  const limited = [...SAMPLES.values()].flatMap(({ limitedColumns = [] }) => limitedColumns);
  expect(limited.filter((column) => !columns.includes(column))).toEqual([]);
});

it('no two folders say something about the same maker, route or statement', () => {
  for (const list of ['makers', 'routes', 'filteredById', 'guardedBy', 'notAsked'] as const) {
    const named = [...SAMPLES.values()].flatMap((samples) => Object.keys(samples[list] ?? {}));
    expect(named).toEqual([...new Set(named)]);
  }
});

it('every domain has samples', () => {
  const missing = FOLDERS.filter((folder) => folder.startsWith('domains/')).filter(
    (folder) => !SAMPLES.has(folder.split('/')[1]),
  );
  expect(tell(missing, 'has none')).toEqual([]);
  expect(samplesFile('domains/contests')).toBe('src/domains/contests/contests.samples.ts');
});
