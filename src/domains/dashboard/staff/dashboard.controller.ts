import { Get } from '@nestjs/common';
import {
  ClubStaffController,
  csvFile,
  csvOf,
  CurrentStaff,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { DashboardService, RETENTION_HEADINGS, REVENUE_HEADINGS, revenueByMonth } from './dashboard.service';
import {
  CHURN_HEADINGS,
  churnByMonth,
  EXPECTED_HEADINGS,
  expectedRenewals,
  membersByPlan,
  PLAN_HEADINGS,
  SALES_HEADINGS,
  salesByPlan,
} from './manager-figures';
import { Answers } from '#platform/reference';
import { Dashboard } from './dto/dashboard.answer';

/** The figures of a fan club at a glance. Fulfilment gets only those of parcels, and support no revenue. */
@ClubStaffController('dashboard')
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @Get()
  @StaffOnly('dashboard.read')
  @Answers({ 200: Dashboard })
  show(@CurrentStaff() viewer: StaffViewer) {
    return this.dashboard.show(viewer);
  }

  /** The table of the chart, as a CSV file. */
  @Get('revenue.csv')
  @StaffOnly('bookings.read')
  @Answers(csvOf(REVENUE_HEADINGS))
  async revenue(@CurrentStaff() viewer: StaffViewer) {
    return csvFile('revenue', REVENUE_HEADINGS, await this.dashboard.rowsOf(viewer, revenueByMonth));
  }

  /** Who joined in each month, and how many of them stayed, as a CSV file. */
  @Get('retention.csv')
  @StaffOnly('members.read')
  @Answers(csvOf(RETENTION_HEADINGS))
  async retention(@CurrentStaff() viewer: StaffViewer) {
    return csvFile('retention', RETENTION_HEADINGS, await this.dashboard.retentionRows(viewer));
  }

  /** Members by plan, now and at the beginning of this month, as a CSV file. */
  @Get('members.csv')
  @StaffOnly('members.read')
  @Answers(csvOf(PLAN_HEADINGS))
  async members(@CurrentStaff() viewer: StaffViewer) {
    return csvFile('members-by-plan', PLAN_HEADINGS, await this.dashboard.rowsOf(viewer, membersByPlan));
  }

  /** Who joined and left in each month, as a CSV file. */
  @Get('churn.csv')
  @StaffOnly('members.read')
  @Answers(csvOf(CHURN_HEADINGS))
  async churn(@CurrentStaff() viewer: StaffViewer) {
    return csvFile('churn', CHURN_HEADINGS, await this.dashboard.rowsOf(viewer, churnByMonth));
  }

  /** What renewals are expected to bring in each month, as a CSV file. */
  @Get('expected_renewals.csv')
  @StaffOnly('bookings.read')
  @Answers(csvOf(EXPECTED_HEADINGS))
  async expected(@CurrentStaff() viewer: StaffViewer) {
    const rows = await this.dashboard.rowsOf(viewer, expectedRenewals);
    return csvFile('expected-renewals', EXPECTED_HEADINGS, rows);
  }

  /** What each plan sold this month and last month, as a CSV file. */
  @Get('sales.csv')
  @StaffOnly('bookings.read')
  @Answers(csvOf(SALES_HEADINGS))
  async sales(@CurrentStaff() viewer: StaffViewer) {
    return csvFile('sales', SALES_HEADINGS, await this.dashboard.rowsOf(viewer, salesByPlan));
  }
}
