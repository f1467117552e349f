import type { Club, Input } from '#samples';
import { ROUTE_SAMPLES } from '../samples/registry';
import { ABSENT_ID } from './canaries';

/** What a request of a route names, of the first customer of a club. */
export function inputOf(route: string, club: Club): Input {
  const { request, matrix } = ROUTE_SAMPLES[route] ?? {};
  return matrix?.(club) ?? request?.(club, 0, '') ?? {};
}

/** The same input with an id that is nobody's in the place of each one in the path; null where there is none. */
export function absentOf({ params, ...rest }: Input): Input | null {
  if (!params || !('id' in params)) return null;
  return { ...rest, params: { ...params, id: ABSENT_ID } };
}
