import { Get } from '@nestjs/common';
import { Clock } from '#libs/clock';
import {
  ClubStaffController,
  CurrentStaff,
  etagOf,
  ItemId,
  ListOf,
  type ListQuery,
  StaffAnswer,
  StaffOnly,
  type StaffViewer,
  StaffWork,
} from '#platform/staff';
import { MEMBER_LIST } from './member-search';
import { memberEditable, memberPage } from './member.serializer';
import { audienceOf, StaffMembers } from './members.service';

/** The members of a fan club. */
@ClubStaffController('members')
export class StaffMembersController {
  constructor(
    private readonly members: StaffMembers,
    private readonly work: StaffWork,
    private readonly clock: Clock,
  ) {}

  @Get()
  @StaffOnly('members.read')
  list(@CurrentStaff() viewer: StaffViewer, @ListOf(MEMBER_LIST) query: ListQuery) {
    return this.members.list(viewer, query);
  }

  @Get(':id')
  @StaffOnly('members.read')
  async one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<StaffAnswer> {
    const facts = await this.members.page(viewer, id);
    const audience = audienceOf(viewer);
    if (audience === 'full') await this.work.recordRead(viewer, id);
    const page = memberPage(facts, audience, this.clock.now());
    return new StaffAnswer(page, { etag: etagOf(memberEditable(facts.row)) });
  }
}
