import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { described } from './described-parameter';
import { invalidRequest } from './staff-problems';

/** A request that can be repeated without a second effect. */
export interface Repeatable {
  /** `Idempotency-Key`: a UUID that the app makes for each intended action. */
  readonly key: string;
  /** SHA-256 of method, path and body. */
  readonly digest: Buffer;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The `Idempotency-Key` of a request. @throws Problem (400) if it is missing or no UUID */
export const RepeatableRequest = createParamDecorator(
  (_: unknown, context: ExecutionContext): Repeatable => {
    const { method, url, body, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const key = headers['idempotency-key'];
    if (typeof key !== 'string' || !UUID.test(key)) {
      throw invalidRequest('Send a UUID as Idempotency-Key.');
    }
    const digest = createHash('sha256')
      .update(JSON.stringify([method, url, body]))
      .digest();
    return { key: key.toLowerCase(), digest };
  },
  [
    described(
      ApiHeader({ name: 'Idempotency-Key', required: true, schema: { type: 'string', format: 'uuid' } }),
    ),
  ],
);
