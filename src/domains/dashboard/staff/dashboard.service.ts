import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isoUtc } from '#libs/format';
import { COUNT_PROBLEMS, problemsBefore } from '#domains/payments';
import { type StaffViewer, StaffWorkService } from '#platform/staff';
import {
  COUNT_CHANGES,
  COUNT_MEMBERS,
  COUNT_WORK,
  MEMBERS_BY_WEEK,
  REVENUE_BY_MONTH,
} from './dashboard.queries';

/** Counts what the first page of the app for staff shows. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly clock: Clock,
  ) {}

  /** The figures that the person may see. */
  show(viewer: StaffViewer): Promise<object> {
    const now = this.clock.now();
    return this.work.read(viewer, async ({ statements, fanclubId: fanclub }) => {
      const work = (await statements.first(COUNT_WORK, { fanclub }))!;
      const parcels = { waiting: work.waiting, with_issues: work.withIssues, batched: work.batched };
      if (viewer.reach('dashboard.read') === 'parcels') return { at: isoUtc(now), parcels };
      const members = (await statements.first(COUNT_MEMBERS, { fanclub, now }))!;
      const changes = (await statements.first(COUNT_CHANGES, { fanclub, now }))!;
      const problems = (await statements.first(COUNT_PROBLEMS, { fanclub, before: problemsBefore(now) }))!;
      const weeks = await statements.rows(MEMBERS_BY_WEEK, { fanclub, now });
      const revenue =
        viewer.reach('dashboard.read') === 'full'
          ? { revenue_by_month: await statements.rows(REVENUE_BY_MONTH, { fanclub, now }) }
          : {};
      return {
        at: isoUtc(now),
        members: { active: members.active, lapsed: members.lapsed, trial: members.trial },
        this_week: { joined: changes.joined, left: changes.left },
        renewals_due: { in_7_days: members.due7, in_30_days: members.due30 },
        parcels,
        mails_given_up: work.mailsGivenUp,
        payment_problems: problems.count,
        members_by_week: weeks.map(({ week, members }) => ({ at: isoUtc(week), members })),
        ...revenue,
      };
    });
  }
}
