import {
  type Grants,
  type Permission,
  PERMISSIONS,
  type Role,
  ROLES,
} from '../../src/platform/staff/permissions';
import { isScope } from '../../src/platform/staff/keys/staff-key.rules';
import { STAFF_ACCESS } from '../../src/platform/staff/staff-context';
import { STAFF_SAMPLES } from '../samples/registry';
import { faultOf, faultsOf, type PermissionCell, permissionCells } from '../staff/permission-matrix';
import {
  declaredAccess,
  isOfOrganization,
  STAFF_BASE,
  type StaffRoute,
  staffRoutes,
  triedStaffRoutes,
} from '../staff/staff-routes';
import { GRANTS, PATIENCE, testWorld } from '../staff/staff-world';
import { servedRoutes } from '../support/served-routes';
import { inLongForm, it, itInBoth, representatives, someMutants } from '../suite/form';
import { testApp } from '../support/start-test-app';

// With the demo bank's provider, which samples of charges name. Nothing answers at its address.
const t = testApp({ PAYMENTS_DEMO: 'allow-public' });
const world = testWorld(t);

/**
 * In the short form, each route refuses a role that may not use it, or everybody without a session if all roles may, and an old proof;
 * each line of the table of permissions is tried on one route with each role, of the fan club or of the organization; and every sender gets
 * each outcome once at each kind of path. staff-tenants sends each route with success, and below the paths of others.
 */
function few(cells: readonly PermissionCell[]): readonly PermissionCell[] {
  const limited = new Set(
    cells.filter(({ expected }) => expected === 'not-allowed').map(({ route }) => route.name),
  );
  const isOfRoute = ({ route, expected }: PermissionCell): boolean =>
    expected === 'not-allowed' ||
    expected === 'proof-required' ||
    (!limited.has(route.name) && (expected === 'login-required' || route.sample.permission === 'open'));
  const dependsOnLine = ({ who, expected }: PermissionCell): boolean =>
    / of (own club|whole organization)$/.test(who) && expected !== 'not-found';
  return representatives(cells, (cell) => {
    const { route, who, expected } = cell;
    const role = who.split(' ', 1)[0];
    return [
      ...(isOfRoute(cell) ? [`${route.name}: ${expected}`] : []),
      ...(dependsOnLine(cell) ? [`${route.sample.permission}: ${role}`] : []),
      `${expected} ${isOfOrganization(route)}: ${who}`,
    ];
  });
}

/** A readable number of faults. */
const firstFaults = async (cells: readonly PermissionCell[]): Promise<string[]> =>
  (await faultsOf(world(), cells)).slice(0, 20);

/** Whether any of the cells fails. */
async function isRed(cells: readonly PermissionCell[]): Promise<boolean> {
  for (const cell of cells) if ((await faultOf(world(), cell)) !== null) return true;
  return false;
}

it('every route for staff has a handler with a declaration, and a sample with the same one', () => {
  const routes = staffRoutes(t);
  const served = servedRoutes(t)
    .filter((route) => route.includes(` ${STAFF_BASE}/`) && !route.startsWith('HEAD '))
    .map((route) => route.replace(STAFF_BASE, ''));
  expect(served).toEqual(routes.map(({ name }) => name));
  expect(Object.keys(STAFF_SAMPLES).sort()).toEqual(routes.map(({ name }) => name));
  const wrong = routes.filter((route) => {
    const { permission, proof = false } = route.sample;
    const { needs, proof: demanded } = declaredAccess(route);
    return needs !== permission || demanded !== proof;
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

itInBoth(
  'answers every role and every kind of session as the table of permissions says',
  async () => {
    const routes = triedStaffRoutes(t);
    const cells = permissionCells(routes, world());
    expect(cells.length).toBe(routes.length * 29);
    expect(await firstFaults(few(cells))).toEqual([]);
  },
  PATIENCE,
);

/** What the answer to the key of an owner must be. A key spares a proof for exports only. */
function expectedOfKey({ sample: { permission, proof }, ...route }: StaffRoute): PermissionCell['expected'] {
  if (
    permission === 'open' ||
    permission === 'self' ||
    isOfOrganization({ ...route, sample: { permission } })
  )
    return 'login-required';
  if (!isScope(permission)) return 'not-allowed';
  return proof && !permission.endsWith('.export') ? 'proof-required' : 'success';
}

it(
  'answers a key with all scopes as its owner, and one without the permission with a refusal',
  async () => {
    const { programs } = world().senders;
    const cells = triedStaffRoutes(t).map((route): PermissionCell => ({
      route,
      who: 'a key with all scopes',
      sender: programs.all,
      expected: expectedOfKey(route),
    }));
    // Each outcome of each permission once.
    const tried = representatives(cells, ({ route, expected }) => [`${route.sample.permission} ${expected}`]);
    const without = tried
      .filter(
        ({ route, expected }) => expected !== 'login-required' && route.sample.permission !== 'images.read',
      )
      .map((cell): PermissionCell => ({
        ...cell,
        who: 'a key without the scope',
        sender: programs.images,
        expected: 'not-allowed',
      }));
    expect(await firstFaults([...tried, ...without])).toEqual([]);
  },
  PATIENCE,
);

inLongForm(() => {
  describe('the matrix', () => {
    it(
      'fails if a grant is added to the table or taken from it',
      async () => {
        const cells = permissionCells(triedStaffRoutes(t), world());
        const unnoticed: string[] = [];
        for (const permission of someMutants(Object.keys(GRANTS) as Permission[])) {
          for (const role of ROLES) {
            // A route may also demand to read what it changes, so one of all is enough.
            const some = cells.filter(
              ({ route, who }) =>
                route.sample.permission === permission &&
                !isOfOrganization(route) &&
                who === `${role} of own club`,
            );
            if (some.length === 0) continue;
            const red = await withGrants(permission, flipped(permission, role), () => isRed(some));
            if (!red) unnoticed.push(`${permission} of ${role}`);
          }
        }
        expect(unnoticed).toEqual([]);
      },
      PATIENCE,
    );

    it(
      'fails if a handler demands only a session, or no proof',
      async () => {
        const routes = triedStaffRoutes(t);
        const cells = permissionCells(routes, world());
        const cellsOf = (route: StaffRoute, who: RegExp) =>
          cells.filter((cell) => cell.route === route && who.test(cell.who));
        const unnoticed: string[] = [];
        for (const route of someMutants(routes)) {
          const { needs, proof } = declaredAccess(route);
          if (needs === 'open') continue;
          const weaker = needs === 'self' ? 'open' : 'self';
          const strangers = needs === 'self' ? /^no session/ : /^viewer of sibling/;
          if (!(await withAccess(route, { needs: weaker, proof }, () => isRed(cellsOf(route, strangers))))) {
            unnoticed.push(`${route.name} for ${weaker}`);
          }
          const old = cellsOf(route, /old proof/);
          if (proof && !(await withAccess(route, { needs, proof: false }, () => isRed(old)))) {
            unnoticed.push(`${route.name} without proof`);
          }
        }
        expect(unnoticed).toEqual([]);
      },
      PATIENCE,
    );
  });
});

/** The grants of a permission with one more role, or one less. */
function flipped(permission: Permission, role: Role): Grants {
  const { [role]: grant, ...others } = GRANTS[permission];
  return grant === undefined ? { ...others, [role]: 'full' } : others;
}

async function withGrants<T>(permission: Permission, grants: Grants, work: () => Promise<T>): Promise<T> {
  const changed = jest
    .spyOn(PERMISSIONS, 'get')
    .mockImplementation((name) => (name === permission ? grants : GRANTS[name]));
  try {
    return await work();
  } finally {
    changed.mockRestore();
  }
}

async function withAccess<T>({ handler }: StaffRoute, access: object, work: () => Promise<T>): Promise<T> {
  const before: unknown = Reflect.getMetadata(STAFF_ACCESS, handler);
  Reflect.defineMetadata(STAFF_ACCESS, access, handler);
  try {
    return await work();
  } finally {
    Reflect.defineMetadata(STAFF_ACCESS, before, handler);
  }
}
