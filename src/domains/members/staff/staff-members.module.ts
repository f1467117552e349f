import { Module } from '@nestjs/common';
import { AccountsModule } from '#domains/accounts';
import { CheckoutModule } from '#domains/checkout';
import { SubscriptionsModule } from '#domains/subscriptions';
import { MemberActionsController } from './member-actions.controller';
import { MemberActions } from './member-actions.service';
import { MembersExport } from './members-export';
import { MembersFileController } from './members-file.controller';
import { StaffMembersController } from './staff-members.controller';
import { StaffMembers } from './members.service';

/** What staff do with members. */
@Module({
  imports: [AccountsModule, CheckoutModule, SubscriptionsModule],
  controllers: [StaffMembersController, MemberActionsController, MembersFileController],
  providers: [MemberActions, MembersExport, StaffMembers],
})
export class StaffMembersModule {}
