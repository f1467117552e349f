import { Get } from '@nestjs/common';
import {
  ClubStaffController,
  csvFile,
  csvOf,
  CurrentStaff,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { DashboardService, RETENTION_HEADINGS, REVENUE_HEADINGS } from './dashboard.service';
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
    return csvFile('revenue', REVENUE_HEADINGS, await this.dashboard.revenueRows(viewer));
  }

  /** Who joined in each month, and how many of them stayed, as a CSV file. */
  @Get('retention.csv')
  @StaffOnly('members.read')
  @Answers(csvOf(RETENTION_HEADINGS))
  async retention(@CurrentStaff() viewer: StaffViewer) {
    return csvFile('retention', RETENTION_HEADINGS, await this.dashboard.retentionRows(viewer));
  }
}
