import { Post } from '@nestjs/common';
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
import { ProposeEmailBody, ReplaceEmailBody } from './dto/member.bodies';
import { MemberAddressesService } from './member-addresses.service';

/** Corrects the e-mail address of a member, by the rules that the member obeys. */
@ClubStaffController('members')
export class MemberAddressesController {
  constructor(private readonly addresses: MemberAddressesService) {}

  /** Mails a link to the new address. The address changes when the member has followed it. */
  @Post(':id/propose_email')
  @StaffOnly('members.write')
  @Answers(DONE)
  propose(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { email }: ProposeEmailBody,
  ): Promise<void> {
    return this.addresses.propose(viewer, id, email);
  }

  /** Changes the address at once, and tells both addresses. */
  @Post(':id/replace_email')
  @StaffOnly('members.write', { proof: true })
  @Answers(DONE)
  replace(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { email, reason }: ReplaceEmailBody,
  ): Promise<void> {
    return this.addresses.replace(viewer, id, email, reason);
  }
}
