import { createHash } from 'node:crypto';
import { Problem } from '#libs/problem';
import { PROBLEMS } from './staff-problems';

/** The entity tag of what a form shows: any change of it, whoever made it, makes another one. */
export function etagOf(printed: object): string {
  return `"${createHash('sha256').update(JSON.stringify(printed)).digest('base64url')}"`;
}

/** @throws Problem if `If-Match` is missing, or does not name the present version */
export function requireMatch(ifMatch: string | undefined, printed: object): void {
  if (ifMatch === undefined) {
    throw new Problem(PROBLEMS.conditionRequired, { detail: 'Send the ETag of the version as If-Match.' });
  }
  if (ifMatch !== etagOf(printed)) {
    throw new Problem(PROBLEMS.changed, {
      detail:
        'Somebody has changed this since you opened it. Your changes are not saved: look at the new version first.',
    });
  }
}
