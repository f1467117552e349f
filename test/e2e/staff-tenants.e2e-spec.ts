import { ClubRows } from '../../src/platform/staff/club-rows';
import { type StaffCell, staffCells, trialOf } from '../staff/tenant-matrix';
import { staffRoutes } from '../staff/staff-routes';
import { StaffWorld } from '../staff/staff-world';
import { testApp } from '../support/start-test-app';
import { onlyStaffListed, onlyStaffStatements } from '../tenants/only';
import { unfiltered } from '../tenants/mutants';

// Hundreds of requests are sent one after the other, so that each change can be assigned to its request.
jest.setTimeout(300_000);

const t = testApp();
let world: StaffWorld | undefined;
/** The statements of each cell. They do not depend on the test, so tests share them. */
const statementsOf = new Map<string, readonly string[]>();

beforeEach(async () => {
  world = await StaffWorld.make(t);
});
afterEach(() => world?.stop());

const cells = (): StaffCell[] => staffCells(staffRoutes(t), world!);

async function faultsOf(tried: readonly StaffCell[]): Promise<string[]> {
  const found: string[] = [];
  for (const cell of tried) {
    const { faults, statements } = await trialOf(world!, cell);
    statementsOf.set(cell.name, statements);
    found.push(...faults);
  }
  return found;
}

/** Whether any of the cells fails. */
async function isRed(tried: readonly StaffCell[]): Promise<boolean> {
  for (const cell of tried) if ((await trialOf(world!, cell)).faults.length > 0) return true;
  return false;
}

it('no route shows or changes rows of others, or reveals that they exist', async () => {
  expect((await faultsOf(cells())).slice(0, 20)).toEqual([]);
});

it('fails without the tenant filters of any statement that staff send, except redundant ones', async () => {
  const all = cells();
  expect(await faultsOf(all.filter(({ name }) => !statementsOf.has(name)))).toEqual([]);
  const changed = onlyStaffStatements().flatMap((statement) => unfiltered(statement) ?? []);
  const using = (name: string) => all.filter((cell) => statementsOf.get(cell.name)?.includes(name));

  const unused = changed.filter(({ name }) => using(name).length === 0).map(({ name }) => name);
  expect(unused.sort()).toEqual(Object.keys(onlyStaffListed('notAsked')).sort());

  const survivors: string[] = [];
  for (const statement of changed.filter(({ name }) => !unused.includes(name))) {
    world!.watch.replace(statement);
    if (!(await isRed(using(statement.name)))) survivors.push(statement.name);
    world!.watch.replace();
  }
  expect(survivors.sort()).toEqual(Object.keys(onlyStaffListed('filteredById')).sort());
});

it.each(['select', 'find', 'update', 'remove'] as const)(
  'fails if ClubRows.%s forgets the fan club',
  async (method) => {
    const routes = cells().filter(({ name }) => / with (a foreign|a sibling|own)/.test(name));
    const restore = forgetful(method);
    try {
      expect(await isRed(routes)).toBe(true);
    } finally {
      restore();
    }
  },
);

/** Makes a method of {@link ClubRows} work on the rows of all fan clubs. */
function forgetful(method: 'select' | 'find' | 'update' | 'remove'): () => void {
  const rows = ClubRows.prototype;
  const own = Object.getOwnPropertyDescriptor(rows, method)!;
  const others = {
    select(this: ClubRows, entity: never, alias: string) {
      return this.manager.createQueryBuilder(entity, alias).where('true');
    },
    find(this: ClubRows, entity: never, where: object = {}) {
      return this.manager.find(entity, { where, order: { id: 'ASC' } } as never);
    },
    async update(this: ClubRows, entity: never, id: number, values: never) {
      await this.manager.update(entity, { id } as never, values);
    },
    async remove(this: ClubRows, entity: never, id: number) {
      await this.manager.delete(entity, { id } as never);
    },
  };
  Object.defineProperty(rows, method, { ...own, value: others[method] as unknown });
  return () => Object.defineProperty(rows, method, own);
}
