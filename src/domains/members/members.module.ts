import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '#domains/accounts';
import { BenefitsModule } from '#domains/benefits';
import { CheckoutModule } from '#domains/checkout';
import { ContestsModule } from '#domains/contests';
import { EventsModule } from '#domains/events';
import { OrdersModule } from '#domains/orders';
import { PlansModule } from '#domains/plans';
import { ShippingModule } from '#domains/shipping';
import { SubscriptionsModule } from '#domains/subscriptions';
import { MemberNote } from './member-note.entity';
import { MemberActionsController } from './staff/member-actions.controller';
import { MemberActionsService } from './staff/member-actions.service';
import { MemberViewController, StaffMembersController } from './staff/staff-members.controller';
import { MemberAddressesController } from './staff/member-addresses.controller';
import { MemberAddressesService } from './staff/member-addresses.service';
import { MemberMailsController } from './staff/member-mails.controller';
import { MemberMailsService } from './staff/member-mails.service';
import { MemberNoteController, MemberNotesController } from './staff/member-notes.controller';
import { MemberNotesService } from './staff/member-notes.service';
import { MemberShippingController } from './staff/member-shipping.controller';
import { MemberShippingService } from './staff/member-shipping.service';
import { MemberIssuesService } from './staff/member-issues.service';
import { MemberViewService } from './staff/member-view.service';
import { MembersExportService } from './staff/members-export.service';
import { MembersImportService } from './staff/members-import.service';
import { MembersFileController, MembersImportController } from './staff/members-file.controller';
import { StaffMembersService } from './staff/staff-members.service';
import { UnregisteredBuyerJobs } from './unregistered-buyer.jobs';
import './staff/members.declarations';

/**
 * Members for staff, and the purge of buyers who never register. There is no public side: customers are the members, and other domains
 * own their rows.
 */
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
    TypeOrmModule.forFeature([MemberNote]),
  ],
  controllers: [
    StaffMembersController,
    MemberActionsController,
    MemberAddressesController,
    MemberMailsController,
    MemberNoteController,
    MemberNotesController,
    MemberShippingController,
    MemberViewController,
    MembersFileController,
    MembersImportController,
  ],
  providers: [
    MemberActionsService,
    MemberAddressesService,
    MemberMailsService,
    MemberNotesService,
    MemberShippingService,
    MembersExportService,
    MembersImportService,
    MemberIssuesService,
    MemberViewService,
    StaffMembersService,
    UnregisteredBuyerJobs,
  ],
})
export class MembersModule {}
