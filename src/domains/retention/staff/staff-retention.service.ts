import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isoUtc } from '#libs/format';
import { pointerTo, Problem } from '#libs/problem';
import { Config } from '#platform/config';
import { isStatementTimeout, type RowOf } from '#platform/database';
import { PROBLEMS, StaffLimits, type StaffViewer, StaffWorkService } from '#platform/staff';
import {
  daysThatApply,
  leastDays,
  RETENTION_KINDS,
  type RetentionDays,
  type RetentionKind,
} from '../retention.kinds';
import { COUNT_DUE, RULES_OF, type RuleRow, STORE_RULE } from '../retention.queries';
import type { RetentionAnswer } from './dto/retention.answers';
import { kindsIn, type RetentionBody } from './dto/retention.bodies';

/** Shows and changes how long a fan club keeps what nobody uses any more. */
@Injectable()
export class StaffRetentionService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly limits: StaffLimits,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** The rules, and what a run would remove. */
  one(viewer: StaffViewer): Promise<RetentionAnswer> {
    return this.shown(viewer, {});
  }

  /** What a run would remove with the rules of the body instead. @throws Problem (422, 429) */
  async preview(viewer: StaffViewer, body: RetentionBody): Promise<RetentionAnswer> {
    this.requireEnough(body);
    await this.limits.count('preview', String(viewer.person.id), viewer.source, viewer.asker.actor);
    return this.shown(viewer, body);
  }

  /** Days that are the same as before are no change. @throws Problem (422) for fewer days than the operator requires */
  async change(viewer: StaffViewer, body: RetentionBody): Promise<RetentionAnswer> {
    this.requireEnough(body);
    const present = daysOf(await this.rules(viewer));
    const kinds = kindsIn(body).filter((kind) => body[kind] !== present[kind]);
    if (kinds.length > 0) await this.store(viewer, body, kinds);
    // After the change: a count that takes too long must not prevent it.
    return this.shown(viewer, {});
  }

  private store(viewer: StaffViewer, body: RetentionBody, kinds: readonly RetentionKind[]): Promise<void> {
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      const former = daysOf(await statements.rows(RULES_OF, { fanclub }));
      const now = this.clock.now();
      for (const kind of kinds)
        await statements.run(STORE_RULE, { fanclub, kind, days: body[kind] ?? null, now });
      change.audit({
        action: 'retention.changed',
        subject: { type: 'retention', id: null },
        before: Object.fromEntries(kinds.map((kind) => [kind, former[kind]])),
        after: Object.fromEntries(kinds.map((kind) => [kind, body[kind]])),
      });
    });
  }

  private requireEnough(body: RetentionBody): void {
    const errors = kindsIn(body).flatMap((kind) => {
      const least = leastDays(kind, this.config.retention.orderYears);
      const days = body[kind] ?? null;
      const detail = `must be ${least} days or more, as the operator of the service requires`;
      return days === null || days >= least ? [] : [{ pointer: pointerTo(kind), detail }];
    });
    if (errors.length > 0) throw new Problem(PROBLEMS.invalid, { errors });
  }

  private rules(viewer: StaffViewer): Promise<RuleRow[]> {
    const { fanclubId: fanclub } = viewer;
    return this.work.read(viewer, ({ statements }) => statements.rows(RULES_OF, { fanclub }));
  }

  /** How many rows a run would remove, by kind. Null: the count took too long. */
  private async countDue(viewer: StaffViewer, days: RetentionDays): Promise<RowOf<typeof COUNT_DUE> | null> {
    const asked = { fanclub: viewer.fanclubId, now: this.clock.now(), ...days };
    try {
      return await this.work.read(viewer, ({ statements }) => statements.first(COUNT_DUE, asked));
    } catch (error) {
      if (isStatementTimeout(error)) return null;
      throw error;
    }
  }

  private async shown(viewer: StaffViewer, instead: RetentionBody): Promise<RetentionAnswer> {
    const rules = await this.rules(viewer);
    const { orderYears, securityEventsMonths, searchAuditDays } = this.config.retention;
    const days = { ...daysOf(rules), ...given(instead) };
    const applied = Object.fromEntries(
      RETENTION_KINDS.map((kind) => [kind, daysThatApply(kind, days[kind], orderYears)]),
    ) as RetentionDays;
    const due = await this.countDue(viewer, applied);
    return {
      kinds: RETENTION_KINDS.map((kind) => {
        const rule = rules.find((one) => one.kind === kind);
        return {
          kind,
          days: days[kind],
          least_days: leastDays(kind, orderYears),
          due: due && due[kind],
          ran_at: rule?.ranAt ? isoUtc(rule.ranAt) : null,
          removed: rule?.removed ?? 0,
          complete: rule?.complete ?? true,
        };
      }),
      operator: {
        security_events_months: securityEventsMonths,
        record_of_changes_months: this.config.staff.auditMonths,
        search_audit_days: searchAuditDays,
      },
    };
  }
}

/** The days of all kinds. Null: no rule. */
const daysOf = (rules: readonly RuleRow[]): RetentionDays =>
  Object.fromEntries(
    RETENTION_KINDS.map((kind) => [kind, rules.find((rule) => rule.kind === kind)?.days ?? null]),
  ) as RetentionDays;

const given = (body: RetentionBody): Partial<RetentionDays> =>
  Object.fromEntries(kindsIn(body).map((kind) => [kind, body[kind] ?? null]));
