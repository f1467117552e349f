import { CanaryGiven } from '../tenants/canary-given';
import { type Cell, Judge } from '../tenants/judge';
import { positionsByValues, routesByKeysBySessions, searches } from '../tenants/matrix';
import { Trial, unfiltered } from '../tenants/mutants';
import { isTried, listedAbout, onlyCells, onlyStatements } from '../tenants/only';
import { PageMatrix } from '../tenants/pages';
import { Snapshot } from '../tenants/snapshot';
import { Watch } from '../tenants/watch';
import { buildWorld, type World } from '../tenants/world';
import { inLongForm, representatives, someMutants } from '../suite/form';
import { ONLY_READING } from './routes';
import { testApp } from '../support/start-test-app';

// Thousands of requests are sent one after the other, so that each statement can be assigned to its request.
const PATIENCE = 300_000;

/** Reads of the API that ignore the session. */
const WITHOUT_SESSION = new Set(['GET /fanclub', 'GET /account/status']);

const t = testApp();
let world: World;
let snapshot: Snapshot | undefined;
let judge: Judge;
let watch: Watch | undefined;
/** The statements of each cell by its name. They do not depend on the test, so tests share them. */
const statementsByCell = new Map<string, Set<string>>();

// One world for all tests, because each request restores its rows.
beforeEach(async () => {
  if (snapshot === undefined) {
    world = await buildWorld(t, new CanaryGiven(t.db, t.clock));
    snapshot = await Snapshot.take(t.db);
  } else await snapshot.restore();
  watch = new Watch();
  judge = new Judge(t, watch, snapshot, statementsByCell);
}, PATIENCE);
afterEach(() => {
  watch?.stop();
  judge?.stop();
});

/**
 * In the short form, a customer of the fan club names in each position a row that the customer may know, and another; on each route a
 * row of each kind of owner; and every other session asks each route once.
 */
const tried = (cells: readonly Cell[]): readonly Cell[] =>
  representatives(cells, ({ name, kind = name, of, like }) => {
    const route = routeOf(name);
    const [position, as] = kind.split(' as ');
    return of === undefined
      ? [`${route} as ${as}`]
      : [`${position}: ${like ? 'other' : 'known'}`, `${route} of ${of}`];
  });

const routeOf = (name: string): string => name.split(' ', 2).join(' ');

/** The faults of these cells, as a readable list. */
async function faultsOf(cells: readonly Cell[]): Promise<string[]> {
  const faults: string[] = [];
  for (const cell of onlyCells(cells)) faults.push(...(await judge.faults(cell)));
  // Reports statements that changed tables which they do not name.
  for (const { table, owner } of await snapshot!.changes()) faults.push(`${table} of ${owner} has changed`);
  return faults.slice(0, 20);
}

it(
  'T1: no route leaks or changes rows, with any key and session',
  async () => {
    const cells = routesByKeysBySessions(world);
    expect(cells.length).toBeGreaterThanOrEqual(840);
    // In the short form the customer asks each route by the own key and a sibling's, and once in every other way.
    const by = ({ name }: Cell): string[] =>
      /by (the own|a sibling club's) key as the customer$/.test(name)
        ? [name]
        : [name.slice(routeOf(name).length)];
    expect(await faultsOf(representatives(cells, by))).toEqual([]);
    const withSession = [...ONLY_READING].filter((route) => isTried(route) && !WITHOUT_SESSION.has(route));
    expect(judge.keptVisits).toBeGreaterThanOrEqual(withSession.length);
  },
  PATIENCE,
);

it(
  'T2: no position of a request gives access to rows of others',
  async () => {
    const cells = positionsByValues(world);
    expect(cells.length).toBeGreaterThanOrEqual(500);
    expect(await faultsOf(tried(cells))).toEqual([]);
  },
  PATIENCE,
);

it(
  'T3: search finds no customers of other organizations',
  async () => {
    const cells = searches(world);
    expect(cells.length).toBeGreaterThanOrEqual(54);
    // In the short form each kind of address once, and each key in each fan club.
    const by = ({ name, refusal }: Cell): string[] =>
      refusal === undefined ? name.split(' for ') : [name.replace(/ for .*/, '')];
    expect(await faultsOf(representatives(cells, by))).toEqual([]);
  },
  PATIENCE,
);

it(
  'hosted pages show and change no rows of others',
  async () => {
    const cells = await new PageMatrix(t.origin, world).cells();
    expect(cells.length).toBeGreaterThanOrEqual(500);
    expect(await faultsOf(tried(cells))).toEqual([]);
  },
  PATIENCE,
);

/** Cells to try for a listed statement. A later cell could fail, but then the list is only longer than necessary. */
const MAX_CELLS_OF_LISTED = 6;

inLongForm(() => {
  it(
    'fails without the tenant filters of any statement that requests send, except redundant ones',
    async () => {
      const cells = onlyCells([
        ...positionsByValues(world),
        ...searches(world),
        ...(await new PageMatrix(t.origin, world).cells()),
        ...routesByKeysBySessions(world).filter(({ name }) =>
          name.endsWith('by the own key as the customer'),
        ),
      ]);
      expect(await faultsOf(cells.filter(({ name }) => !statementsByCell.has(name)))).toEqual([]);
      const trial = new Trial(judge, watch!, cells, statementsByCell);
      const statements = onlyStatements();
      const all = statements
        .filter((statement) => unfiltered(statement) && trial.cellsOf(statement.name).length > 0)
        .map(({ name }) => name);
      const names = someMutants(all);
      const isLeftOut = (name: string): boolean => all.includes(name) && !names.includes(name);
      const guardedBy = listedAbout('guardedBy', statements);
      const listed = [
        ...Object.keys(listedAbout('filteredById', statements)),
        ...Object.keys(guardedBy),
      ].filter((name) => !isLeftOut(name));
      const survivors: string[] = [];
      for (const name of names) {
        const max = listed.includes(name) ? MAX_CELLS_OF_LISTED : Infinity;
        if (!(await trial.turnsRed([name], max))) survivors.push(name);
      }
      const unguarded: string[] = [];
      for (const [name, guards] of Object.entries(guardedBy)) {
        if (!isLeftOut(name) && !(await trial.turnsRed([name, ...guards]))) unguarded.push(name);
      }
      expect({ survivors: survivors.sort(), unguarded }).toEqual({
        survivors: listed.sort(),
        unguarded: [],
      });
    },
    PATIENCE,
  );
});
