import type { FastifyRequest } from 'fastify';

/** Injection token of {@link EnvelopeTexts}. */
export const ENVELOPE_TEXTS = Symbol('ENVELOPE_TEXTS');

/** The sentences that belong to no domain. */
export interface EnvelopeTexts {
  /** Sent after an unexpected error. */
  unexpected: string;
  /** Sent for an unknown path. */
  notFound: string;
  /** Sent if the body is too large. */
  tooLarge: string;
  /** Sent if the body's content type is missing or unsupported. */
  unsupportedType: string;
  /** Sent if the request cannot be read for any other reason. */
  malformed: string;
}

/** Injection token of {@link AlwaysOk}. */
export const ALWAYS_OK = Symbol('ALWAYS_OK');

/** Whether failures of this request are answered with status 200. For others the status has its ordinary meaning. */
export type AlwaysOk = (request: FastifyRequest) => boolean;
