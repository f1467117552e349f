import { type FieldProblem, pointerTo, Problem } from '#libs/problem';
import { PROBLEMS, invalidRequest } from '../staff-problems';

/** PostgreSQL stores neither NUL in a text nor half a surrogate pair in JSON. */
const isStorableText = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

/** Refuses bodies and queries with values that the database cannot store, before any handler reads them. @throws Problem (400, 422) */
export function requireStorable({ body, query }: { body: unknown; query: unknown }): void {
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (isStorableText(name) && (typeof value !== 'string' || isStorableText(value))) continue;
    throw invalidRequest('A parameter contains a character that no text has.');
  }
  const errors = faultsIn(body, []);
  if (errors.length > 0) throw new Problem(PROBLEMS.invalid, { errors });
}

/** The depth of a body is bounded where it is read. */
function faultsIn(value: unknown, path: readonly string[]): FieldProblem[] {
  const fault = (detail: string): FieldProblem[] => [{ pointer: pointerTo(...path), detail }];
  if (typeof value === 'string') {
    return isStorableText(value) ? [] : fault('contains a character that no text has');
  }
  if (typeof value === 'number') {
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? [] : fault('is too large a number');
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    isStorableText(name)
      ? faultsIn(inner, [...path, name])
      : fault('has a field whose name contains a character that no text has'),
  );
}
