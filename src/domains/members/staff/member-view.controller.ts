import { Get } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  ItemId,
  PreviewAt,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { type Answers, MemberView } from './member-view.service';

/** What the API answers to a member, to read. */
@ClubStaffController('members/:id/view_as')
export class MemberViewController {
  constructor(private readonly view: MemberView) {}

  /** The answers contain names and addresses, so who sees members masked may not read them. The query may have `at`. */
  @Get()
  @StaffOnly('members.write')
  show(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @PreviewAt() at: Date | null,
  ): Promise<Answers> {
    return this.view.show(viewer, id, at);
  }
}
