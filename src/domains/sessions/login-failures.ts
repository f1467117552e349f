import { Injectable } from '@nestjs/common';
import type { Viewer } from '#platform/access';
import { type LoginFailure, SecurityEvents, VISITOR } from '#platform/audit';
import { Sql } from '#platform/database';
import { type Applicant, assertMayLogIn } from './login.rules';
import { AccountUnconfirmed, AccountUnregistered, CustomerBlacklisted } from './sessions.errors';

const REASONS: ReadonlyMap<unknown, LoginFailure> = new Map<unknown, LoginFailure>([
  [CustomerBlacklisted, 'blacklisted'],
  [AccountUnregistered, 'unregistered'],
  [AccountUnconfirmed, 'unconfirmed'],
]);

/** Records log-ins that fail. They change nothing else, so each record is a transaction of its own. */
@Injectable()
export class LoginFailures {
  constructor(
    private readonly sql: Sql,
    private readonly events: SecurityEvents,
  ) {}

  /** @param customerId the customer whose account it was, if there is one */
  async record(viewer: Viewer, reason: LoginFailure, customerId?: number): Promise<void> {
    const target = customerId === undefined ? undefined : (`customer:${customerId}` as const);
    // Whoever the browser belongs to, nobody has proven to be the one who tried.
    await this.events.record(this.sql, viewer, {
      action: 'login.failed',
      actor: VISITOR,
      target,
      reason,
    });
  }

  /** As the rule of that name; a refusal is recorded. */
  async assertMayLogIn(viewer: Viewer, customerId: number, applicant: Applicant): Promise<void> {
    try {
      assertMayLogIn(applicant, viewer.fanclub);
    } catch (error) {
      const reason = REASONS.get((error as Error).constructor);
      if (reason) await this.record(viewer, reason, customerId);
      throw error;
    }
  }
}
