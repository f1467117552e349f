import { Module } from '@nestjs/common';
import { StaffMembersController } from './staff/staff-members.controller';
import { StaffMembers } from './staff/members.service';

/** What staff do with members. It has no public side: customers are the members, and other domains own their rows. */
@Module({
  controllers: [StaffMembersController],
  providers: [StaffMembers],
})
export class MembersModule {}
