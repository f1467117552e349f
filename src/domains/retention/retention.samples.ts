import { makersOf, type Samples } from '#samples';
import { RETENTION_KINDS } from './retention.kinds';
import { RetentionRule } from './retention-rule.entity';

const makers = makersOf({
  /** A rule of another kind each time, because a fan club has one of each. */
  async retentionRule(overrides: Partial<RetentionRule> = {}): Promise<RetentionRule> {
    return this.save(RetentionRule, {
      fanclubId: await this.clubOf(overrides),
      kind: RETENTION_KINDS[this.seed().n % RETENTION_KINDS.length],
      days: 366,
      ranAt: null,
      removed: 0,
      complete: true,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends RetentionMakers {}
}
type RetentionMakers = typeof makers;

/** Days until long after now: every row is old enough. */
const ALL = -36_500;
const DUE = { days: ALL, only: null, after: 0 };

export const samples: Samples = {
  makers,
  notFromCatalogue: ['retention_rules'],
  notAsked: {
    'retention.due_billing_addresses':
      'no order of the samples has a billing address; e2e/retention-rules has another fan club',
    'retention.due_closed_orders':
      'no order of the samples was closed unpaid; e2e/retention-rules has another fan club',
  },
  async statements({ given }) {
    const { kind } = await given.retentionRule({ kind: 'closed_orders' });
    return {
      'retention.count': {
        unconfirmed_accounts: ALL,
        expired_members: ALL,
        contacts: ALL,
        closed_orders: ALL,
        billing_addresses: ALL,
      },
      'retention.due_unconfirmed_accounts': DUE,
      'retention.due_expired_members': DUE,
      'retention.due_contacts': DUE,
      'retention.due_closed_orders': DUE,
      'retention.due_billing_addresses': DUE,
      'retention_rules.store': { kind, days: 500 },
      'retention_rules.begin_run': { kind },
      'retention_rules.end_run': { kind },
      'retention_rules.hold': { kind },
      'retention_rules.count_removed': { kind, removed: 1 },
    };
  },
  staff: {
    'GET /fanclubs/:fanclubId/retention': { permission: 'retention.read' },
    'POST /fanclubs/:fanclubId/retention/preview': {
      permission: 'retention.write',
      changes: false,
      request: () => ({ body: { contacts: 400 } }),
    },
    'PATCH /fanclubs/:fanclubId/retention': {
      permission: 'retention.write',
      proof: true,
      audits: 'retention',
      request: () => ({ body: { contacts: 400, closed_orders: null } }),
    },
  },
};
