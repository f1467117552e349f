import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { Problem } from '#libs/problem';
import { described } from '../described-parameter';
import { PROBLEMS } from '../staff-problems';

/** The version that a change is based on; undefined if the request does not name it. See {@link requireMatch}. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'],
  [
    described(
      ApiHeader({
        name: 'If-Match',
        required: true,
        schema: { type: 'string', description: 'The `ETag` of the version.' },
      }),
    ),
  ],
);

/** The entity tag of what a form shows. It differs after any change. */
export function etagOf(printed: object): string {
  return `"${createHash('sha256').update(JSON.stringify(printed)).digest('base64url')}"`;
}

/** @throws Problem if `If-Match` is missing, or does not name the version of what a form shows */
export const requireMatch = (ifMatch: string | undefined, printed: object): void =>
  requireTag(ifMatch, etagOf(printed));

/** @throws Problem if `If-Match` is missing, or does not name the present version */
export function requireTag(ifMatch: string | undefined, present: string): void {
  if (ifMatch === undefined) {
    throw new Problem(PROBLEMS.conditionRequired, { detail: 'Send the ETag of the version as If-Match.' });
  }
  if (ifMatch !== present) {
    throw new Problem(PROBLEMS.changed, {
      detail:
        'Somebody has changed this since you opened it. Your changes are not saved: look at the new version first.',
    });
  }
}
