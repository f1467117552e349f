import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { Cells } from '#libs/csv';
import { isoUtc, localDate } from '#libs/format';
import { Published } from '#platform/published';
import { COUNT_PROBLEMS, problemsBefore } from '#domains/payments';
import { SHORT_EXTENSIONS } from '#domains/plans';
import { PRESALE_TOTALS, SHORT_POOLS } from '#domains/presale-codes';
import { COUNT_RENEWALS } from '#domains/renewals';
import type { Statements } from '#platform/database';
import { type StaffViewer, StaffWorkService } from '#platform/staff';
import {
  COUNT_CHANGES,
  COUNT_MEMBERS,
  COUNT_WORK,
  MEMBERS_BY_WEEK,
  MOST_PARCELS,
  RETENTION,
  REVENUE_BY_MONTH,
} from './dashboard.queries';
import type { MonthOfJoining } from './dto/dashboard.answer';
import {
  cellsOf,
  churnByMonth,
  codesByEvent,
  type Counted,
  expectedRenewals,
  membersByPlan,
  membersNow,
  salesByPlan,
} from './manager-figures';
import { retentionOf, shareOf } from './retention.rules';

export const REVENUE_HEADINGS = ['month', 'currency', 'amount', 'orders'];

/** The revenue of each month. */
export const revenueByMonth = (db: Statements, counted: Counted): Promise<readonly object[]> =>
  db.rows(REVENUE_BY_MONTH, { ...counted });

export const RETENTION_HEADINGS = [
  'month',
  'joined',
  'stayed_1',
  'stayed_3',
  'stayed_6',
  'stayed_12',
  'percent_1',
  'percent_3',
  'percent_6',
  'percent_12',
];

/** Counts what the first page of the app for staff shows. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  /** The figures that the person may see. */
  show(viewer: StaffViewer): Promise<object> {
    const now = this.clock.now();
    return this.work.read(viewer, async ({ statements, fanclubId: fanclub }) => {
      const work = (await statements.first(COUNT_WORK, { fanclub, most: MOST_PARCELS }))!;
      const parcels = { waiting: work.waiting, with_issues: work.withIssues, batched: work.batched };
      if (viewer.reach('dashboard.read') === 'parcels') return { at: isoUtc(now), parcels };
      const counted = { fanclub, now };
      const members = (await statements.first(COUNT_MEMBERS, { fanclub, now }))!;
      const changes = (await statements.first(COUNT_CHANGES, { fanclub, now }))!;
      const problems = (await statements.first(COUNT_PROBLEMS, { fanclub, before: problemsBefore(now) }))!;
      const renewals = (await statements.first(COUNT_RENEWALS, { fanclub, now }))!;
      const short = await statements.rows(SHORT_EXTENSIONS, { fanclub });
      const codes = (await statements.first(PRESALE_TOTALS, { fanclub }))!;
      const shortPools = await statements.rows(SHORT_POOLS, { fanclub, now });
      const weeks = await statements.rows(MEMBERS_BY_WEEK, { fanclub, now });
      const revenue =
        viewer.reach('dashboard.read') === 'full'
          ? {
              revenue_by_month: await statements.rows(REVENUE_BY_MONTH, counted),
              expected_renewals: await expectedRenewals(statements, counted),
              sales_by_plan: await salesByPlan(statements, counted),
            }
          : {};
      const plans = await membersByPlan(statements, counted);
      return {
        at: isoUtc(now),
        members: { active: members.active, lapsed: members.lapsed, trial: members.trial },
        this_week: { joined: changes.joined, left: changes.left },
        renewals_due: { in_7_days: members.due7, in_30_days: members.due30 },
        renewals: {
          in_7_days: renewals.due7,
          in_30_days: renewals.due30,
          action_needed: renewals.actionNeeded,
        },
        parcels,
        mails_given_up: work.mailsGivenUp,
        payment_problems: problems.count,
        short_extensions: short.map(({ id }) => id),
        presale: { ...codes, short_pools: shortPools.map(({ id }) => id) },
        members_by_week: weeks.map(({ week, members, paying }) => ({ at: isoUtc(week), members, paying })),
        retention: await this.retention(statements, fanclub),
        members_now: membersNow(plans),
        members_by_plan: plans,
        churn: await churnByMonth(statements, counted),
        codes_by_event: await codesByEvent(statements, counted),
        ...revenue,
      };
    });
  }

  /** The table of {@link retentionOf} as rows of a file. */
  async retentionRows(viewer: StaffViewer): Promise<Cells[]> {
    const months = await this.work.read(viewer, ({ statements, fanclubId }) =>
      this.retention(statements, fanclubId),
    );
    return months.map(cellsOf);
  }

  /** A table of the dashboard as rows of a file. */
  async rowsOf(
    viewer: StaffViewer,
    table: (db: Statements, counted: Counted) => Promise<readonly object[]>,
  ): Promise<Cells[]> {
    const now = this.clock.now();
    const rows = await this.work.read(viewer, ({ statements, fanclubId: fanclub }) =>
      table(statements, { fanclub, now }),
    );
    return rows.map(cellsOf);
  }

  private async retention(statements: Statements, fanclub: number): Promise<MonthOfJoining[]> {
    const now = this.clock.now();
    const { timeZone } = (await this.published.byId(fanclub))!;
    const rows = await statements.rows(RETENTION, { fanclub, now });
    return retentionOf(rows, localDate(now, timeZone).slice(0, 7)).map((cohort) => ({
      month: cohort.month,
      joined: cohort.joined,
      stayed_1: cohort.stayed[1],
      stayed_3: cohort.stayed[3],
      stayed_6: cohort.stayed[6],
      stayed_12: cohort.stayed[12],
      percent_1: shareOf(cohort, 1),
      percent_3: shareOf(cohort, 3),
      percent_6: shareOf(cohort, 6),
      percent_12: shareOf(cohort, 12),
    }));
  }
}
