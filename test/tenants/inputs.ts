import type { Club, Input } from '#samples';
import { ROUTE_SAMPLES } from '../samples/registry';
import { ABSENT_ID } from './canaries';

/** The objects that a route's request names, of a club's first customer. */
export function inputOf(route: string, club: Club): Input {
  const { request, matrix } = ROUTE_SAMPLES[route] ?? {};
  return matrix?.(club) ?? request?.(club, 0, '') ?? {};
}

/** The same input with an id that is nobody's in the place of each one in the path; null where there is none. */
export function absentOf({ params, ...rest }: Input): Input | null {
  if (!params || !('id' in params)) return null;
  return { ...rest, params: { ...params, id: ABSENT_ID } };
}
