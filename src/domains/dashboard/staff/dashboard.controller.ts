import { Get } from '@nestjs/common';
import { ClubStaffController, CurrentStaff, StaffOnly, type StaffViewer } from '#platform/staff';
import { DashboardService } from './dashboard.service';
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
}
