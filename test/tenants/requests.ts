import type { Club, Input } from '#samples';
import { hasCanary, includes, type Mark } from './canaries';
import type { Wire } from './judge';
import type { World } from './world';

/** A session, its customer, and the names of its cookie. */
export interface Visitor {
  readonly club: Club;
  readonly number: 1 | 2 | 3;
  readonly cookie: string;
}

/** A customer of a club, logged in. */
export function visitorOf(club: Club, number: 1 | 2 | 3): Visitor {
  return { club, number, cookie: club.members[number].cookie };
}

/** Makes a request to the API. */
export function wireOf(
  route: string,
  input: Input,
  headers: Readonly<Record<string, string>>,
  key: string | null,
): Wire {
  const [method, pattern] = route.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) query.set(name, String(value));
  if (key !== null) query.set('key', key);
  const body = method === 'POST' ? (input.body ?? {}) : undefined;
  return { method, path: `/api/v1${path}?${query.toString()}`, headers, body, sent: sentWith(input) };
}

/** The session in cookies with two names: that of its own club and that of the requested club. */
export function cookiesOf(visitor: Visitor | null, at: Club): Record<string, string> {
  if (!visitor) return {};
  const names = new Set([visitor.club.id, at.id]);
  return { cookie: [...names].map((id) => `__Host-fanclub_session_${id}=${visitor.cookie}`).join('; ') };
}

/** The rows that a club's answer may show: those for all visitors, and those of the requesting customers. */
export function visibleTo(club: Club | null, ...visitors: readonly (Visitor | null)[]) {
  const here = visitors.flatMap((one) => (one && one.club === club ? [one.number] : []));
  return (mark: Mark): boolean => {
    return club !== null && mark.club === club.name && includes(mark.audience, here);
  };
}

/** The owner of the rows that a request with the club's key may change. */
export function ownersOf(club: Club | null): number[] {
  return club ? [club.id, club.organization] : [];
}

/** Another club of the same organization, and a club of another organization. */
export function othersThan(club: Club, world: World): { sibling: Club; foreign: Club } {
  const { a1, a2, b1 } = world;
  return club === b1 ? { sibling: a2, foreign: a1 } : { sibling: club === a1 ? a2 : a1, foreign: b1 };
}

/** Values of an input whose repetition would look like a leak. The longest comes first, because it may contain others. */
function sentWith({ params = {}, query = {}, body = {} }: Input): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) Object.entries(value).flat().forEach(visit);
    else if (hasCanary(String(value)) || /@/.test(String(value))) found.add(String(value));
  };
  [params, query, body].forEach(visit);
  return [...found].sort((a, b) => b.length - a.length);
}
