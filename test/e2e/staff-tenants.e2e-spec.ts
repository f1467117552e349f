import { Benefit } from '#domains/benefits/benefit.entity';
import { Problem } from '#libs/problem';
import { ClubRows } from '../../src/platform/staff/items/club-rows';
import { type StaffCell, staffCells, trialOf } from '../staff/tenant-matrix';
import { isOfOrganization, staffRoutes } from '../staff/staff-routes';
import { PATIENCE, testWorld } from '../staff/staff-world';
import { inLongForm, it, itInBoth, representatives, someMutants } from '../suite/form';
import { testApp } from '../support/start-test-app';
import { listedAbout, onlyStaffStatements } from '../tenants/only';
import { unfiltered } from '../tenants/mutants';

// With the demo bank's provider, which samples of charges name. Nothing answers at its address.
const t = testApp({ PAYMENTS_DEMO: 'allow-public' });
const world = testWorld(t);
/** The statements of each cell. They do not depend on the test, so tests share them. */
const statementsOf = new Map<string, readonly string[]>();

const cells = (): StaffCell[] => staffCells(staffRoutes(t), world());

async function faultsOf(tried: readonly StaffCell[]): Promise<string[]> {
  const found: string[] = [];
  for (const cell of tried) {
    const { faults, statements } = await trialOf(world(), cell);
    statementsOf.set(cell.name, statements);
    found.push(...faults);
  }
  return found;
}

/** Whether any of the cells fails. */
async function isRed(tried: readonly StaffCell[]): Promise<boolean> {
  for (const cell of tried) {
    // Without a filter, a request that prepares the cell's may already fail.
    const faults = await trialOf(world(), cell).then(
      (trial) => trial.faults,
      (error: unknown) => [String(error)],
    );
    if (faults.length > 0) return true;
  }
  return false;
}

itInBoth(
  'no route shows or changes rows of others, or reveals that they exist',
  async () => {
    // In the short form each route with own rows, and with each id of one other fan club; and below each other path one of each method.
    const by = ({ name, route }: StaffCell): string[] => [
      name.includes(' below ')
        ? `${route.method} ${isOfOrganization(route)} ${name.slice(route.name.length)}`
        : name.replace(/ (a foreign|a sibling club's) /, ' other '),
    ];
    expect((await faultsOf(representatives(cells(), by))).slice(0, 20)).toEqual([]);
  },
  PATIENCE,
);

inLongForm(() => {
  it(
    'fails without the tenant filters of any statement that staff send, except redundant ones',
    async () => {
      const all = cells();
      expect(await faultsOf(all.filter(({ name }) => !statementsOf.has(name)))).toEqual([]);
      const using = (name: string) => all.filter((cell) => statementsOf.get(cell.name)?.includes(name));
      const statements = onlyStaffStatements();
      const changed = statements
        .flatMap((statement) => unfiltered(statement) ?? [])
        .filter(({ name }) => using(name).length > 0);
      const tried = new Set(someMutants(changed));
      const isLeftOut = (name: string): boolean =>
        changed.some((one) => one.name === name && !tried.has(one));

      const guardedBy = listedAbout('guardedBy', statements);
      const isRedWithout = async (...names: readonly string[]): Promise<boolean> => {
        world().watch.replace(...changed.filter(({ name }) => names.includes(name)));
        const red = await isRed(using(names[0]));
        world().watch.replace();
        return red;
      };
      const survivors: string[] = [];
      for (const { name } of tried) {
        if (!(await isRedWithout(name))) survivors.push(name);
      }
      const unguarded: string[] = [];
      for (const [name, guards] of Object.entries(guardedBy)) {
        if (!isLeftOut(name) && !(await isRedWithout(name, ...guards))) unguarded.push(name);
      }
      const listed = [
        ...Object.keys(listedAbout('filteredById', statements)),
        ...Object.keys(guardedBy),
      ].filter((name) => !isLeftOut(name));
      expect({ survivors: survivors.sort(), unguarded }).toEqual({ survivors: listed.sort(), unguarded: [] });
    },
    PATIENCE,
  );
});

inLongForm(() => {
  it.each(['select', 'find'] as const)(
    'fails if ClubRows.%s does not restrict its rows to the fan club',
    async (method) => {
      const restore = forgetful(method);
      try {
        expect(await isRed(cells().filter(({ name }) => !name.includes(' below ')))).toBe(true);
      } finally {
        restore();
      }
    },
    PATIENCE,
  );
});

/** Makes a method of {@link ClubRows} find the rows of all fan clubs. */
function forgetful(method: 'select' | 'find'): () => void {
  const rows = ClubRows.prototype;
  const own = Object.getOwnPropertyDescriptor(rows, method)!;
  const others = {
    select(this: ClubRows, entity: never, alias: string) {
      return this.manager.createQueryBuilder(entity, alias).where('true');
    },
    find(this: ClubRows, entity: never, where: object = {}) {
      return this.manager.find(entity, { where, order: { id: 'ASC' } });
    },
  };
  Object.defineProperty(rows, method, { ...own, value: others[method] });
  return () => Object.defineProperty(rows, method, own);
}

// Handlers find a row first, so that no request gets this far.
it(
  'ClubRows changes and removes no rows of others',
  async () => {
    const { a1, a2, b1 } = world().clubs;
    const rows = new ClubRows(t.db.manager, a1.id);
    for (const { benefit } of [a2, b1]) {
      await expect(rows.update(Benefit, benefit.id, { summary: 'x' })).rejects.toThrow(Problem);
      await expect(rows.remove(Benefit, benefit.id)).rejects.toThrow(Problem);
    }
    expect(await world().snapshot.changes(['benefits'])).toEqual([]);
    await rows.update(Benefit, a1.benefit.id, { summary: 'x' });
    expect(await world().snapshot.changes(['benefits'])).not.toEqual([]);
  },
  PATIENCE,
);
