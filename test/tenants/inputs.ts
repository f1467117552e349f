import type { Club, Input } from '#samples';
import { ROUTE_SAMPLES } from '../samples/registry';
import { ABSENT_ID } from './canaries';

/** A good input of a route, with the rows of a club's first customer. */
export function inputOf(route: string, club: Club): Input {
  const { request, matrix } = ROUTE_SAMPLES[route] ?? {};
  return matrix?.(club) ?? request?.(club, 0, '') ?? {};
}

/** The same input with unknown ids in the path; null if the path has none. */
export function absentOf({ params, ...rest }: Input): Input | null {
  if (!params || !('id' in params)) return null;
  return { ...rest, params: { ...params, id: ABSENT_ID } };
}
