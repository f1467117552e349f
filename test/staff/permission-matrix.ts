import { type Role, ROLES } from '../../src/platform/staff/permissions';
import type { StaffReply, StaffSender } from './staff-caller';
import { isOfOrganization, type StaffRoute } from './staff-routes';
import { GRANTS, type Place, PLACES, type StaffWorld } from './staff-world';

/** One sender of a route, and what the answer must be: a slug of a problem, or success. */
export interface PermissionCell {
  readonly route: StaffRoute;
  readonly who: string;
  readonly sender: StaffSender;
  readonly expected: 'success' | 'login-required' | 'not-allowed' | 'not-found' | 'proof-required';
}

/** Every route with every sender. */
export function permissionCells(routes: readonly StaffRoute[], world: StaffWorld): PermissionCell[] {
  const { people, strangers, late } = world.senders;
  return routes.flatMap((route) => {
    const { permission, proof = false } = route.sample;
    const known = PLACES.flatMap((place) =>
      ROLES.map((role): PermissionCell => ({
        route,
        who: `${role} of ${place}`,
        sender: people[place][role],
        expected: expectedOf(route, place, role),
      })),
    );
    const unknown = Object.entries(strangers).map(([who, sender]): PermissionCell => ({
      route,
      who,
      sender,
      expected: permission === 'open' ? 'success' : 'login-required',
    }));
    const proved: PermissionCell = {
      route,
      who: 'an owner with an old proof',
      sender: late,
      expected: proof ? 'proof-required' : 'success',
    };
    return [...known, ...unknown, proved];
  });
}

function expectedOf(route: StaffRoute, place: Place, role: Role): PermissionCell['expected'] {
  const { permission } = route.sample;
  if (permission === 'open' || permission === 'self') return 'success';
  if (place === 'sibling club' || place === 'other organization') return 'not-found';
  const allowed = GRANTS[permission][role] !== undefined;
  if (!isOfOrganization(route)) return allowed ? 'success' : 'not-allowed';
  // The organization as a whole is for its owners.
  if (place === 'own club') return 'not-found';
  return allowed && role === 'owner' ? 'success' : 'not-allowed';
}

/** The faults of cells; empty if all answers are as expected. Those who must be refused on a route send the same request. */
export async function faultsOf(world: StaffWorld, cells: readonly PermissionCell[]): Promise<string[]> {
  const refused = new Map<StaffRoute, PermissionCell[]>();
  const found: (string | null)[] = [];
  for (const cell of cells) {
    if (cell.expected === 'success') found.push(await faultOf(world, cell));
    else refused.set(cell.route, [...(refused.get(cell.route) ?? []), cell]);
  }
  const { people } = world.senders;
  for (const [route, ofRoute] of refused) {
    const maker = people[isOfOrganization(route) ? 'whole organization' : 'own club'].owner;
    const senders = ofRoute.map(({ sender }) => sender);
    found.push(...(await world.sendEach(route, maker, senders, (reply, at) => faultIn(ofRoute[at], reply))));
  }
  return found.filter((fault) => fault !== null);
}

/** The fault of a cell; null if the answer is as expected. */
export const faultOf = (world: StaffWorld, cell: PermissionCell): Promise<string | null> =>
  world.send(cell.route, cell.sender, (reply) => Promise.resolve(faultIn(cell, reply)));

function faultIn({ route, who, expected }: PermissionCell, reply: StaffReply): string | null {
  const found = outcomeOf(reply);
  if (found === expected) return null;
  return `${route.name} as ${who}: expected ${expected}, got ${found}: ${reply.text.slice(0, 300)}`;
}

/** `success`, or the status and slug of a problem. */
function outcomeOf({ status, text }: StaffReply): string {
  if (status >= 200 && status < 300) return 'success';
  const type = /"type":"\/staff\/problems\/([\w-]+)"/.exec(text)?.[1];
  return type === undefined || STATUS[type] !== status ? `${status} ${type}` : type;
}

const STATUS: Readonly<Record<string, number>> = {
  'login-required': 401,
  'proof-required': 401,
  'not-allowed': 403,
  'not-found': 404,
};
