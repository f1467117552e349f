import { Get } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  PreviewOf,
  type PreviewWanted,
  Previews,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { planFull } from '../plan.serializer';
import { PlansService } from '../plans.service';

/** GET /plans as anybody gets it at any time. */
@ClubStaffController('preview/plans')
export class PlansPreviewController {
  constructor(
    private readonly previews: Previews,
    private readonly plans: PlansService,
  ) {}

  @Get()
  @StaffOnly('plans.read')
  async show(@CurrentStaff() staff: StaffViewer, @PreviewOf() wanted: PreviewWanted) {
    const { viewer, now } = await this.previews.open(staff, wanted);
    const offered = await this.plans.list(viewer, {}, now);
    return { plans: offered.map(({ plan, standing }) => planFull(plan, standing)) };
  }
}
