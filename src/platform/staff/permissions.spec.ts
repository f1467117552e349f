import '../../domains';
import { PERMISSIONS, type Permission, permissionsOf, reachOf, ROLES } from './permissions';
import type * as Permissions from './permissions';

const ALL = PERMISSIONS.names();

it('lets owners do everything', () => {
  expect(ALL.filter((permission) => reachOf(['owner'], permission) !== 'full')).toEqual([]);
});

it('lets viewers change nothing', () => {
  const changing = ALL.filter((permission) => !permission.endsWith('.read'));
  expect(changing.filter((permission) => reachOf(['viewer'], permission) !== null)).toEqual([]);
});

it('shows viewers no names and addresses of persons', () => {
  const persons: Permission[] = ['entries.read', 'members.read', 'orders.read'];
  expect(persons.map((permission) => reachOf(['viewer'], permission))).toEqual([
    'masked',
    'masked',
    'masked',
  ]);
  expect(reachOf(['viewer'], 'contacts.read')).toBeNull();
});

it('lets those who write also read', () => {
  for (const role of ROLES) {
    for (const permission of ALL.filter((one) => one.endsWith('.write'))) {
      const read = permission.replace('.write', '.read') as Permission;
      if (reachOf([role], permission))
        expect([role, read, reachOf([role], read)]).toEqual([role, read, 'full']);
    }
  }
});

it('lists the permissions of a role', () => {
  expect(permissionsOf(['fulfilment'])).toEqual({
    'plans.read': 'full',
    'orders.read': 'parcels',
    'shipments.read': 'full',
    'shipments.write': 'full',
    'dashboard.read': 'parcels',
  });
});

it('gives a person with several roles the furthest reach, in any order', () => {
  for (const roles of [
    ['viewer', 'owner'],
    ['owner', 'viewer'],
  ] as const)
    expect([reachOf(roles, 'members.read'), permissionsOf(roles)['members.read']]).toEqual(['full', 'full']);
  for (const roles of [
    ['viewer', 'fulfilment'],
    ['fulfilment', 'viewer'],
  ] as const)
    expect([reachOf(roles, 'orders.read'), permissionsOf(roles)['orders.read']]).toEqual([
      'parcels',
      'parcels',
    ]);
});

it('takes the permissions of further domains, each once', () => {
  // A module of its own: other files of the process describe all permissions.
  jest.isolateModules(() => {
    const { declarePermissions, permissionsOf, reachOf } =
      jest.requireActual<typeof Permissions>('./permissions');
    const declared = declarePermissions({ 'songs.write': { owner: 'full', support: 'limited' } });
    const [added] = Object.keys(declared) as Permission[];
    expect([reachOf(['support'], added), reachOf(['viewer'], added)]).toEqual(['limited', null]);
    expect(permissionsOf(['support'])).toEqual({ 'songs.write': 'limited' });
    expect(() => declarePermissions({ 'songs.write': {} })).toThrow(
      'the permission songs.write is declared twice',
    );
  });
});
