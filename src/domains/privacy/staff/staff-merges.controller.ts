import { HttpCode, Param, Post } from '@nestjs/common';
import { parseId } from '#libs/validation';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CurrentStaff,
  DONE,
  ItemId,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { MergePreview } from './dto/privacy.answers';
import { MergeBody } from './dto/privacy.bodies';
import { StaffMergesService } from './staff-merges.service';

/** Merges another account of the same person into a member's. */
@ClubStaffController('members/:id/merges/:otherId')
export class StaffMergesController {
  constructor(private readonly merges: StaffMergesService) {}

  /** What the merge would do with every row. Changes nothing, but waits for the locks of a merge, so it is no GET. */
  @Post('preview')
  @HttpCode(200)
  @StaffOnly('members.merge')
  @Answers({ 200: MergePreview })
  preview(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @Param('otherId') other: string) {
    return this.merges.preview(viewer, id, parseId(other));
  }

  /** Cannot be undone. Refused (409) while something of either account is being paid. */
  @Post()
  @StaffOnly('members.merge', { proof: true })
  @Answers(DONE)
  merge(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Param('otherId') other: string,
    @StaffBody() { reason }: MergeBody,
  ) {
    return this.merges.merge(viewer, id, parseId(other), reason);
  }
}
