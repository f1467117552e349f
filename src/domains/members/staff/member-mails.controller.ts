import { Get } from '@nestjs/common';
import { Answers } from '#platform/reference';
import { ClubStaffController, CurrentStaff, ItemId, StaffOnly, type StaffViewer } from '#platform/staff';
import { TextOfMail } from './dto/member.answers';
import { MemberMailsService } from './member-mails.service';

/** Mails that were sent to members. The page of a member lists them. */
@ClubStaffController('member_mails')
export class MemberMailsController {
  constructor(private readonly mails: MemberMailsService) {}

  /** The words that were sent, without the link. */
  @Get(':id')
  @StaffOnly('members.write')
  @Answers({ 200: TextOfMail })
  show(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.mails.show(viewer, id);
  }
}
