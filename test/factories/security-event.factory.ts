import type { SecurityEventRow } from '../../src/platform/audit';
import type { New, Seed } from './seed';

export interface SecurityEventInput extends Partial<SecurityEventRow> {
  fanclubId: number | null;
}

/** A log-in with a password. */
export function securityEventFactory({ n, now }: Seed, overrides: SecurityEventInput): New<SecurityEventRow> {
  return {
    at: now,
    actorKind: 'customer',
    actorId: n,
    action: 'login.succeeded',
    target: null,
    reason: 'password',
    network: '192.0.2.1',
    requestId: `request-${n}`,
    ...overrides,
  };
}
