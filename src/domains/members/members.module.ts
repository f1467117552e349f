import { Module } from '@nestjs/common';
import { AccountsModule } from '#domains/accounts';
import { CheckoutModule } from '#domains/checkout';
import { SubscriptionsModule } from '#domains/subscriptions';
import { MemberActionsController } from './staff/member-actions.controller';
import { MemberActions } from './staff/member-actions.service';
import { MembersExport } from './staff/members-export';
import { MembersFileController } from './staff/members-file.controller';
import { StaffMembersController } from './staff/staff-members.controller';
import { StaffMembers } from './staff/members.service';

/** What staff do with members. It has no public side: customers are the members, and other domains own their rows. */
@Module({
  imports: [AccountsModule, CheckoutModule, SubscriptionsModule],
  controllers: [StaffMembersController, MemberActionsController, MembersFileController],
  providers: [MemberActions, MembersExport, StaffMembers],
})
export class MembersModule {}
