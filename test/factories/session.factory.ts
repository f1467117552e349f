import { hashToken } from '#libs/token';
import type { Session } from '../../src/domains/sessions';
import { daysFrom, type New, type Seed } from './seed';

export interface SessionInput extends Partial<Session> {
  fanclubId: number;
  /** The secret in the cookie, of which the row holds a hash. */
  token: string;
}

/** A session begun just now, of nobody yet. */
export function sessionFactory({ now }: Seed, { token, ...overrides }: SessionInput): New<Session> {
  return {
    tokenHash: hashToken(token),
    customerId: null,
    orderId: null,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: daysFrom(now, 30),
    revokedAt: null,
    ...overrides,
  };
}
