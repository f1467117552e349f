import { CanaryGiven } from '../tenants/canary-given';
import { type Cell, Judge } from '../tenants/judge';
import { positionsByValues, routesByKeysBySessions, searches } from '../tenants/matrix';
import { PageMatrix } from '../tenants/pages';
import { Snapshot } from '../tenants/snapshot';
import { Watch } from '../tenants/watch';
import { buildWorld, type World } from '../tenants/world';
import { testApp } from '../support/start-test-app';

const t = testApp();
let world: World;
let snapshot: Snapshot;
let judge: Judge;
let watch: Watch | undefined;

beforeEach(async () => {
  world = await buildWorld(t, new CanaryGiven(t.db, t.clock));
  watch = new Watch();
  snapshot = await Snapshot.take(t.db);
  judge = new Judge(t.origin, watch, snapshot);
});
afterEach(() => watch?.stop());

/** What is wrong with these cells, as far as a person would read it. */
async function faultsOf(cells: readonly Cell[]): Promise<string[]> {
  const faults: string[] = [];
  for (const cell of cells) faults.push(...(await judge.faults(cell)));
  // What a statement does to tables that it does not name would show now.
  for (const { table, owner } of await snapshot.changes()) faults.push(`${table} of ${owner} has changed`);
  return faults.slice(0, 20);
}

it('T1: every route, whichever key and session', async () => {
  const cells = routesByKeysBySessions(world, t.clock);
  expect(cells.length).toBeGreaterThanOrEqual(840);
  expect(await faultsOf(cells)).toEqual([]);
});

it('T2: every place that names something', async () => {
  const cells = positionsByValues(world, t.clock);
  expect(cells.length).toBeGreaterThanOrEqual(168);
  expect(await faultsOf(cells)).toEqual([]);
});

it('T3: search', async () => {
  const cells = searches(world);
  expect(cells.length).toBeGreaterThanOrEqual(54);
  expect(await faultsOf(cells)).toEqual([]);
});

it('hosted pages', async () => {
  const cells = await new PageMatrix(t.origin, world).cells();
  expect(cells.length).toBeGreaterThanOrEqual(500);
  expect(await faultsOf(cells)).toEqual([]);
});
