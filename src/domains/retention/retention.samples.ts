import { makersOf, type Samples } from '#samples';
import { RetentionRule } from './retention-rule.entity';

const makers = makersOf({
  /** A rule that removes contacts after a year. */
  async retentionRule(overrides: Partial<RetentionRule> = {}): Promise<RetentionRule> {
    return this.save(RetentionRule, {
      fanclubId: await this.clubOf(overrides),
      kind: 'contacts',
      days: 365,
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

/** All that is old: rows of a sample are from years ago. */
const DUE = { days: 400, only: null, after: 0 };

export const samples: Samples = {
  makers,
  notFromCatalogue: ['retention_rules'],
  async statements({ given }) {
    const { kind } = await given.retentionRule({ kind: 'closed_orders' });
    return {
      'retention.count': {
        unconfirmed_accounts: 31,
        expired_members: 365,
        contacts: 90,
        closed_orders: 90,
        billing_addresses: 366,
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
