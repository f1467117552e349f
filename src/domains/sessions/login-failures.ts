import { Injectable } from '@nestjs/common';
import type { Viewer } from '#platform/access';
import { type ReasonOf, SecurityEvents, VISITOR } from '#platform/audit';
import { Sql } from '#platform/database';
import { type Applicant, refusalOf } from './login.rules';

/** Records failed log-ins. */
@Injectable()
export class LoginFailures {
  constructor(
    private readonly sql: Sql,
    private readonly events: SecurityEvents,
  ) {}

  /** @param customerId the customer whose account was tried, if it exists */
  async record(viewer: Viewer, reason: ReasonOf<'login.failed'>, customerId?: number): Promise<void> {
    const target = customerId === undefined ? undefined : (`customer:${customerId}` as const);
    // The actor is a visitor even if the viewer is logged in, because a failed log-in proves nothing.
    const event = { action: 'login.failed', actor: VISITOR, target, reason } as const;
    await this.events.record(this.sql, viewer, event);
  }

  /** @throws CustomerBlacklisted, AccountUnregistered, AccountUnconfirmed; see {@link refusalOf} */
  async assertMayLogIn(viewer: Viewer, customer: Applicant & { id: number }): Promise<void> {
    const refusal = refusalOf(customer, viewer.fanclub);
    if (!refusal) return;
    await this.record(viewer, refusal.reason, customer.id);
    throw refusal.error;
  }
}
