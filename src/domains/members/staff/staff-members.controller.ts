import { Get } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  ItemId,
  ListOf,
  type ListQuery,
  StaffOnly,
  type StaffViewer,
  listAnswer,
  PreviewAt,
} from '#platform/staff';
import { MEMBER_LIST } from './member-search';
import { StaffMembersService } from './staff-members.service';
import { Answers } from '#platform/reference';
import { MemberListItem, MemberPage, ANSWERS_OF_MEMBER } from './dto/member.answers';
import { MemberViewService } from './member-view.service';

/** The members of a fan club. */
@ClubStaffController('members')
export class StaffMembersController {
  constructor(private readonly members: StaffMembersService) {}

  @Get()
  @StaffOnly('members.read')
  @Answers({ 200: listAnswer(MemberListItem) })
  list(@CurrentStaff() viewer: StaffViewer, @ListOf(MEMBER_LIST) query: ListQuery) {
    return this.members.list(viewer, query);
  }

  @Get(':id')
  @StaffOnly('members.read')
  @Answers({ 200: MemberPage })
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.members.one(viewer, id);
  }
}

/** What the API answers to a member. */
@ClubStaffController('members/:id/view_as')
export class MemberViewController {
  constructor(private readonly view: MemberViewService) {}

  /** The answers contain names and addresses, so roles that see masked members may not read them. The query may have `at`. */
  @Get()
  @StaffOnly('members.write')
  @Answers({ 200: ANSWERS_OF_MEMBER })
  show(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @PreviewAt() at: Date | null) {
    return this.view.show(viewer, id, at);
  }
}
