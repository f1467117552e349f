import { Module } from '@nestjs/common';
import { AccountsModule } from '#domains/accounts';
import { BenefitsModule } from '#domains/benefits';
import { CheckoutModule } from '#domains/checkout';
import { ContestsModule } from '#domains/contests';
import { EventsModule } from '#domains/events';
import { OrdersModule } from '#domains/orders';
import { PlansModule } from '#domains/plans';
import { ShippingModule } from '#domains/shipping';
import { SubscriptionsModule } from '#domains/subscriptions';
import { MemberActionsController } from './member-actions.controller';
import { MemberActions } from './member-actions.service';
import { MemberViewController } from './member-view.controller';
import { MemberView } from './member-view.service';
import { MembersExport } from './members-export';
import { MembersImport } from './members-import';
import { MembersFileController, MembersImportController } from './members-file.controller';
import { StaffMembersController } from './staff-members.controller';
import { StaffMembers } from './members.service';

/** What staff do with members. */
@Module({
  imports: [
    AccountsModule,
    BenefitsModule,
    CheckoutModule,
    ContestsModule,
    EventsModule,
    OrdersModule,
    PlansModule,
    ShippingModule,
    SubscriptionsModule,
  ],
  controllers: [
    StaffMembersController,
    MemberActionsController,
    MemberViewController,
    MembersFileController,
    MembersImportController,
  ],
  providers: [MemberActions, MembersExport, MembersImport, MemberView, StaffMembers],
})
export class StaffMembersModule {}
