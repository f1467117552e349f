import { Get } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isoUtc } from '#libs/format';
import { COUNT_PROBLEMS, problemsBefore } from '#domains/checkout';
import { ClubStaffController, CurrentStaff, StaffOnly, type StaffViewer, StaffWork } from '#platform/staff';
import {
  COUNT_CHANGES,
  COUNT_MEMBERS,
  COUNT_WORK,
  MEMBERS_BY_WEEK,
  REVENUE_BY_MONTH,
} from './dashboard.queries';

/** The figures of a fan club at a glance. Fulfilment gets only those of parcels, and support no revenue. */
@ClubStaffController('dashboard')
export class DashboardController {
  constructor(
    private readonly work: StaffWork,
    private readonly clock: Clock,
  ) {}

  @Get()
  @StaffOnly('dashboard.read')
  show(@CurrentStaff() viewer: StaffViewer): Promise<object> {
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
