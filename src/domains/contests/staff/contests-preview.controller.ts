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
import { contestListJson } from '../contest.serializer';
import { ContestsService } from '../contests.service';

/** GET /contests as anybody gets it at any time. */
@ClubStaffController('preview/contests')
export class ContestsPreviewController {
  constructor(
    private readonly previews: Previews,
    private readonly contests: ContestsService,
  ) {}

  @Get()
  @StaffOnly('contests.read')
  async show(@CurrentStaff() staff: StaffViewer, @PreviewOf() wanted: PreviewWanted) {
    const { viewer, now } = await this.previews.open(staff, wanted);
    const found = await this.contests.list(viewer, {});
    return { contests: found.map((one) => contestListJson(one, now)) };
  }
}
