import { makersOf, type Samples } from '#samples';
import { SecurityEventRow } from './security-event.entity';

const makers = makersOf({
  /** A log-in with a password. */
  async securityEvent(overrides: Partial<SecurityEventRow> = {}): Promise<SecurityEventRow> {
    const { n, now } = this.seed();
    return this.save(SecurityEventRow, {
      // Null: the event concerns no fan club.
      fanclubId: overrides.fanclubId === null ? null : await this.clubOf({ fanclubId: overrides.fanclubId }),
      at: now,
      actorKind: 'customer',
      actorId: n,
      action: 'login.succeeded',
      target: null,
      reason: 'password',
      network: '192.0.2.1',
      requestId: `request-${n}`,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends AuditMakers {}
}
type AuditMakers = typeof makers;

export const samples: Samples = {
  acrossFanclubs: {
    'audit.list': 'the events of all fan clubs, or of the fan club of a key, for the operator',
  },
  makers,
  recordsRefusals: ['security_events'],
};
