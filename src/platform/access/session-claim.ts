import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DomainError } from '#libs/envelope';

/** The session that a request claims to have. The guard has opened its cookie, and left the rest to the handler's statement. */
export interface SessionClaim {
  /** SHA-256 of the token. */
  readonly tokenHash: Buffer;
  /** For visitors who are not logged in. */
  readonly refusal: new () => DomainError;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
