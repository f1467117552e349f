import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { operatorOf, SecurityEvents } from '#platform/audit';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { BATCH, RetryJob } from '#platform/jobs';
import { type ClubChange, StaffWorkService } from '#platform/staff';
import { customers } from '#domains/accounts';
import { contacts } from '#domains/contacts';
import { oldOrders } from '#domains/orders';
import { ErasuresService } from '#domains/privacy';
import { daysThatApply, type RetentionKind } from './retention.kinds';
import { BEGIN_RUN, COUNT_REMOVED, DUE_OF_KIND, HOLD_RULE } from './retention.queries';

/** The rule that is run. */
export interface RuleToRun {
  readonly fanclubId: number;
  readonly organizationId: number;
  readonly kind: RetentionKind;
}

/** How the rows of a kind are removed. */
interface Removal {
  /** The rows of one transaction. */
  readonly atOnce: number;
  /** Locks rows, so that what makes them stay is either seen or waits. */
  readonly hold: (tx: Statements, fanclub: number, ids: readonly number[]) => Promise<unknown>;
  /** @returns how many */
  readonly remove: (change: ClubChange, ids: readonly number[], now: Date) => Promise<number>;
}

/** Removes what the rules of fan clubs say, in steps of one transaction each, which it records. */
@Injectable()
export class RetentionRunsService {
  constructor(
    private readonly sql: Sql,
    private readonly work: StaffWorkService,
    private readonly erasures: ErasuresService,
    private readonly events: SecurityEvents,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  private readonly account: Removal = {
    atOnce: 1,
    hold: (tx, fanclub, [customer]) => customers.holdToErase(tx, { fanclub, customer }, null),
    remove: async (change, [id]) => {
      await this.erasures.erase(change.statements, change.fanclubId, id, null);
      const target = `customer:${id}` as const;
      const operator = operatorOf({ id: change.fanclubId });
      await this.events.record(change.statements, operator, { action: 'account.erased', target });
      const subject = { type: 'member', id } as const;
      change.audit({ action: 'member.erased', subject, customerId: id, after: { reason: 'retention' } });
      return 1;
    },
  };

  private readonly removals: Readonly<Record<RetentionKind, Removal>> = {
    unconfirmed_accounts: this.account,
    expired_members: this.account,
    contacts: {
      atOnce: BATCH,
      hold: contacts.hold,
      remove: ({ statements, fanclubId }, ids) => contacts.remove(statements, fanclubId, ids),
    },
    closed_orders: {
      atOnce: BATCH,
      hold: oldOrders.holdOld,
      remove: ({ statements, fanclubId }, ids) => oldOrders.deleteOld(statements, fanclubId, ids),
    },
    billing_addresses: {
      atOnce: BATCH,
      hold: oldOrders.holdOld,
      remove: ({ statements, fanclubId }, ids, now) =>
        oldOrders.removeAddresses(statements, fanclubId, ids, now),
    },
  };

  /**
   * Runs a rule. Staff who change it meanwhile are obeyed at once.
   * @returns how many were removed
   * @throws RetryJob if the run is aborted before its end
   */
  async run(rule: RuleToRun, signal: AbortSignal): Promise<number> {
    const { fanclubId: fanclub, kind } = rule;
    const now = this.clock.now();
    if ((await this.sql.run(BEGIN_RUN, { fanclub, kind, now })) === 0) return 0;
    const { atOnce } = this.removals[kind];
    let removed = 0;
    let ids: number[];
    let after = 0;
    do {
      ids = await this.nextIds(rule, now, after);
      for (let from = 0; from < ids.length; from += atOnce) {
        if (signal.aborted) throw new RetryJob('aborted');
        removed += await this.removeStep(rule, ids.slice(from, from + atOnce), now);
      }
      after = ids.at(-1) ?? after;
    } while (ids.length === BATCH);
    return removed;
  }

  /** What is to be removed after an id, without locks. Empty once the rule keeps all. */
  private async nextIds(rule: RuleToRun, now: Date, after: number): Promise<number[]> {
    const { fanclubId: fanclub, kind } = rule;
    return this.sql.transaction(async (tx) => {
      const days = await this.heldDays(tx, rule);
      if (days === null) return [];
      const found = await tx.rows(DUE_OF_KIND[kind], { fanclub, now, days, only: null, after, limit: BATCH });
      return found.map(({ id }) => id);
    });
  }

  private removeStep(rule: RuleToRun, ids: readonly number[], now: Date): Promise<number> {
    const { fanclubId: fanclub, kind } = rule;
    const { hold, remove } = this.removals[kind];
    return this.work.changeByJob(rule, async (change) => {
      const { statements } = change;
      const days = await this.heldDays(statements, rule);
      if (days === null) return 0;
      await hold(statements, fanclub, ids);
      // A separate statement, because it must see what was done before the locks.
      const facts = { fanclub, now, days, only: [...ids], after: 0, limit: BATCH };
      const still = (await statements.rows(DUE_OF_KIND[kind], facts)).map(({ id }) => id);
      if (still.length === 0) return 0;
      const removed = await remove(change, still, now);
      await statements.run(COUNT_REMOVED, { fanclub, kind, removed });
      change.audit({
        action: 'retention.removed',
        subject: { type: 'retention', id: null },
        after: { kind, days, removed },
      });
      return removed;
    });
  }

  private async heldDays(tx: Statements, { fanclubId: fanclub, kind }: RuleToRun): Promise<number | null> {
    const held = await tx.first(HOLD_RULE, { fanclub, kind });
    return daysThatApply(kind, held?.days ?? null, this.config.retention.orderYears);
  }
}
