import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { operatorOf, SecurityEvents } from '#platform/audit';
import { Config } from '#platform/config';
import { isHeld, Sql, type Statements } from '#platform/database';
import { BATCH, type JobLog, RetryJob } from '#platform/jobs';
import { type ClubChange, StaffWorkService } from '#platform/staff';
import { customers } from '#domains/accounts';
import { contacts } from '#domains/contacts';
import { oldOrders } from '#domains/orders';
import { holdPayments } from '#domains/payments';
import { ErasuresService } from '#domains/privacy';
import { daysThatApply, type RetentionKind } from './retention.kinds';
import { BEGIN_RUN, COUNT_REMOVED, DUE_OF_KIND, END_RUN, HOLD_RULE, RULES_OF } from './retention.queries';

/** The rows of one transaction. */
const STEP = 100;
/** After so many rows, or milliseconds, the run of a rule ends, and the rest is left to the next night. */
const MOST_ROWS = 500;
const MOST_TIME = 60_000;
/** Seconds. A run that began this long ago was that of another night. */
const NIGHT = 12 * 3600;

/** The rule that is run. */
export interface RuleToRun {
  readonly fanclubId: number;
  readonly organizationId: number;
  readonly kind: RetentionKind;
}

/** How many rows a run removed, and could not remove. */
interface Done {
  readonly removed: number;
  readonly failed: number;
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
      atOnce: STEP,
      hold: contacts.hold,
      remove: ({ statements, fanclubId }, ids) => contacts.remove(statements, fanclubId, ids),
    },
    closed_orders: {
      atOnce: STEP,
      // In the order in which money settles an order, which waits then, or is seen.
      hold: async (tx, fanclub, ids) => {
        await oldOrders.holdBuyers(tx, fanclub, ids);
        await holdPayments(tx, fanclub, ids);
        await oldOrders.holdOld(tx, fanclub, ids);
      },
      remove: ({ statements, fanclubId }, ids) => oldOrders.deleteOld(statements, fanclubId, ids),
    },
    billing_addresses: {
      atOnce: STEP,
      hold: oldOrders.holdOld,
      remove: ({ statements, fanclubId }, ids, now) =>
        oldOrders.removeAddresses(statements, fanclubId, ids, now),
    },
  };

  /**
   * Runs a rule, unless it is complete this night. A change by staff takes effect with the next step. A row that cannot be removed is
   * logged, and delays no other.
   * @throws RetryJob if the run is aborted before its end
   */
  async run(rule: RuleToRun, signal: AbortSignal, log: JobLog): Promise<Done> {
    const { fanclubId: fanclub, kind } = rule;
    const now = this.clock.now();
    const end = performance.now() + MOST_TIME;
    let [removed, failed] = [0, 0];
    const began = await this.sql.run(BEGIN_RUN, { fanclub, kind, now, night: secondsAfter(now, -NIGHT) });
    if (began === 0) return { removed, failed };
    let ids: number[];
    let after = 0;
    do {
      ids = await this.nextIds(rule, now, after);
      const steps = stepsOf(ids, this.removals[kind].atOnce);
      for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
        if (signal.aborted) throw new RetryJob('aborted');
        if (removed >= MOST_ROWS || performance.now() > end) return { removed, failed };
        try {
          removed += await this.removeStep(rule, step, now);
        } catch (error) {
          if (isHeld(error)) throw error;
          if (step.length > 1) steps.unshift(...stepsOf(step, 1));
          else {
            log.error({ err: error, fanclub, kind, id: step[0] }, 'retention failed');
            failed += 1;
          }
        }
      }
      after = ids.at(-1) ?? after;
    } while (ids.length === BATCH);
    if (failed === 0) await this.sql.run(END_RUN, { fanclub, kind });
    return { removed, failed };
  }

  /** What is to be removed after an id, without locks, because it may take long. Empty once the rule keeps all. */
  private async nextIds(
    { fanclubId: fanclub, kind }: RuleToRun,
    now: Date,
    after: number,
  ): Promise<number[]> {
    const rules = await this.sql.rows(RULES_OF, { fanclub });
    const days = this.appliedDays(kind, rules.find((rule) => rule.kind === kind)?.days);
    if (days === null) return [];
    const due = { fanclub, now, days, only: null, after, limit: BATCH };
    return (await this.sql.rows(DUE_OF_KIND[kind], due)).map(({ id }) => id);
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
      // Who was erased is on record already.
      if (change.entries.length === 0)
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
    return this.appliedDays(kind, held?.days);
  }

  private appliedDays(kind: RetentionKind, days: number | null = null): number | null {
    return daysThatApply(kind, days, this.config.retention.orderYears);
  }
}

const stepsOf = (ids: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size));
