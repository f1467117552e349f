import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isoUtc } from '#libs/format';
import { pointerTo, Problem } from '#libs/problem';
import { Config } from '#platform/config';
import type { Statements } from '#platform/database';
import { PROBLEMS, type StaffViewer, StaffWorkService } from '#platform/staff';
import { daysThatApply, leastDays, RETENTION_KINDS, type RetentionDays } from '../retention.kinds';
import { COUNT_DUE, RULES_OF, type RuleRow, STORE_RULE } from '../retention.queries';
import type { RetentionAnswer } from './dto/retention.answers';
import { kindsIn, type RetentionBody } from './dto/retention.bodies';

/** Shows and changes how long a fan club keeps what nobody uses any more. */
@Injectable()
export class StaffRetentionService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** The rules, and what a run would remove with those of the body instead. @throws Problem (422) */
  async preview(viewer: StaffViewer, body: RetentionBody): Promise<RetentionAnswer> {
    this.requireEnough(body);
    return this.work.read(viewer, ({ statements }) => this.shown(statements, viewer.fanclubId, body));
  }

  /** @throws Problem (422) for fewer days than the operator requires */
  change(viewer: StaffViewer, body: RetentionBody): Promise<RetentionAnswer> {
    this.requireEnough(body);
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      const former = daysOf(await statements.rows(RULES_OF, { fanclub }));
      const now = this.clock.now();
      const kinds = kindsIn(body);
      for (const kind of kinds)
        await statements.run(STORE_RULE, { fanclub, kind, days: body[kind] ?? null, now });
      change.audit({
        action: 'retention.changed',
        subject: { type: 'retention', id: null },
        before: Object.fromEntries(kinds.map((kind) => [kind, former[kind]])),
        after: Object.fromEntries(kinds.map((kind) => [kind, body[kind]])),
      });
      return this.shown(statements, fanclub, {});
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

  private async shown(db: Statements, fanclub: number, instead: RetentionBody): Promise<RetentionAnswer> {
    const rules = await db.rows(RULES_OF, { fanclub });
    const { orderYears, securityEventsMonths, searchAuditDays } = this.config.retention;
    const days = { ...daysOf(rules), ...given(instead) };
    const applied = Object.fromEntries(
      RETENTION_KINDS.map((kind) => [kind, daysThatApply(kind, days[kind], orderYears)]),
    ) as RetentionDays;
    const due = (await db.first(COUNT_DUE, { fanclub, now: this.clock.now(), ...applied }))!;
    return {
      kinds: RETENTION_KINDS.map((kind) => {
        const rule = rules.find((one) => one.kind === kind);
        return {
          kind,
          days: days[kind],
          least_days: leastDays(kind, orderYears),
          due: due[kind],
          ran_at: rule?.ranAt ? isoUtc(rule.ranAt) : null,
          removed: rule?.removed ?? 0,
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
