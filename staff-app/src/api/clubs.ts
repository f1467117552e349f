import { send } from './http';
import type { ClubOfStaff, Me, Permission, Reach } from './generated';

const CHOICE = 'fanclub';

let me: Me | null = null;

/** The logged-in person, asked for once per log-in. @throws HttpError without a session */
export async function loadMe(): Promise<Me> {
  me ??= (await send<Me>('/me', { asks: false })).data;
  return me;
}

/** Reads the person again, after something that is shown of a fan club has changed. */
export async function reloadMe(): Promise<void> {
  me = (await send<Me>('/me')).data;
}

/** Reads the person again after a log-in, and returns whether it is the same one. */
export async function isSamePerson(): Promise<boolean> {
  const former = me?.id;
  await reloadMe();
  return former === undefined || former === me?.id;
}

/** Clears the cached person: after logging in and out, and after a change of role. */
export function forgetMe(): void {
  me = null;
}

/**
 * The fan club that is worked on; each tab of the browser has its own. The oldest one until the person chooses. Null before the log-in, and
 * for a person without a role.
 */
export function currentClub(): ClubOfStaff | null {
  const clubs = me?.clubs ?? [];
  const chosen = Number(sessionStorage.getItem(CHOICE) ?? localStorage.getItem(CHOICE));
  const oldest = Math.min(...clubs.map(({ id }) => id));
  return clubs.find(({ id }) => id === chosen) ?? clubs.find(({ id }) => id === oldest) ?? null;
}

export function chooseClub(id: number): void {
  sessionStorage.setItem(CHOICE, String(id));
  localStorage.setItem(CHOICE, String(id));
}

/** The person's fan clubs that have moved to another cell. */
export const movedClubs = (): Me['moved'] => me?.moved ?? [];

/** A path below the current fan club: `/fanclubs/1/events`. */
export function clubPath(rest: string): string {
  return `/fanclubs/${currentClub()?.id ?? 0}/${rest}`;
}

/** A path below the organization of the current fan club: `/organizations/1/keys`. */
export function organizationPath(rest: string): string {
  return `/organizations/${currentClub()?.organization.id ?? 0}/${rest}`;
}

/** The time zone of the current fan club, in which times are shown and typed unless another is named. */
export const clubZone = (): string => currentClub()?.time_zone ?? 'UTC';

/** How far a permission reaches in the current fan club; null without it. */
export const reachOf = (permission: Permission): Reach | null =>
  currentClub()?.permissions[permission] ?? null;

export const may = (permission: Permission): boolean => reachOf(permission) !== null;
