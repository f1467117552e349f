import { Get } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  ItemId,
  ListOf,
  type ListQuery,
  type StaffAnswer,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { MEMBER_LIST } from './member-search';
import { StaffMembers } from './members.service';

/** The members of a fan club. */
@ClubStaffController('members')
export class StaffMembersController {
  constructor(private readonly members: StaffMembers) {}

  @Get()
  @StaffOnly('members.read')
  list(@CurrentStaff() viewer: StaffViewer, @ListOf(MEMBER_LIST) query: ListQuery) {
    return this.members.list(viewer, query);
  }

  @Get(':id')
  @StaffOnly('members.read')
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<StaffAnswer> {
    return this.members.one(viewer, id);
  }
}
