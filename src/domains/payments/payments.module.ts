import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BoughtGiftsModule } from '#domains/bought-gifts';
import { PaymentProvidersModule } from '#domains/payment-providers';
import { PlansModule } from '#domains/plans';
import { CardJobs } from './customers/cards.jobs';
import { PaymentCardPage } from './customers/payment-card-page.entity';
import { PaymentCustomer } from './customers/payment-customer.entity';
import { PaymentCustomersService } from './customers/payment-customers.service';
import { PaymentMethod } from './customers/payment-method.entity';
import { SavedCardChargesService } from './attempts/saved-card-charges.service';
import { SavedCardsService } from './customers/saved-cards.service';
import { ObservationsService } from './attempts/observations.service';
import { PayableOrdersService } from './attempts/payable-orders.service';
import { PaymentCommandsService } from './payment-commands.service';
import { DisputesService } from './disputes/disputes.service';
import { PaymentDispute } from './disputes/payment-dispute.entity';
import { Payment } from './payment.entity';
import { PaymentFigures } from './payment-figures';
import { PaymentJobs } from './payment.jobs';
import { PaymentPagesService } from './attempts/payment-pages.service';
import { PaymentStray } from './reconciliation/payment-stray.entity';
import { ReconciliationJobs } from './reconciliation/reconciliation.jobs';
import { ReconciliationService } from './reconciliation/reconciliation.service';
import { AdoptedRefundsService } from './refunds/adopted-refunds.service';
import { Refund } from './refunds/refund.entity';
import { RefundJobs } from './refunds/refund.jobs';
import { RefundOutcomesService } from './refunds/refund-outcomes.service';
import { RefundsService } from './refunds/refunds.service';
import { SettlementService } from './attempts/settlement.service';
import { BookingsService } from './bookings/bookings.service';
import { StaffBookingsController, StaffBookingsFileController } from './staff/staff-bookings.controller';
import { StaffBookingsService } from './staff/staff-bookings.service';
import { StaffPaymentsController } from './staff/staff-payments.controller';
import { StaffPaymentsService } from './staff/staff-payments.service';
import { StaffReceiptsController } from './staff/staff-receipts.controller';
import { StaffReceiptsService } from './staff/staff-receipts.service';
import { StaffRefundsController } from './staff/staff-refunds.controller';
import { StaffRefundsService } from './staff/staff-refunds.service';
import './mails/payments.mails';
import './staff/payments.declarations';

@Module({
  imports: [
    BoughtGiftsModule,
    PaymentProvidersModule,
    PlansModule,
    TypeOrmModule.forFeature([
      PaymentCardPage,
      PaymentCustomer,
      PaymentDispute,
      PaymentMethod,
      Payment,
      PaymentStray,
      Refund,
    ]),
  ],
  controllers: [
    StaffBookingsController,
    StaffBookingsFileController,
    StaffPaymentsController,
    StaffReceiptsController,
    StaffRefundsController,
  ],
  providers: [
    AdoptedRefundsService,
    BookingsService,
    CardJobs,
    DisputesService,
    ObservationsService,
    PayableOrdersService,
    PaymentPagesService,
    PaymentCustomersService,
    PaymentFigures,
    PaymentJobs,
    PaymentCommandsService,
    ReconciliationService,
    ReconciliationJobs,
    RefundJobs,
    RefundsService,
    RefundOutcomesService,
    SavedCardChargesService,
    SavedCardsService,
    SettlementService,
    StaffBookingsService,
    StaffPaymentsService,
    StaffReceiptsService,
    StaffRefundsService,
  ],
  exports: [
    BookingsService,
    ObservationsService,
    PayableOrdersService,
    PaymentPagesService,
    PaymentCommandsService,
    SavedCardChargesService,
    SavedCardsService,
  ],
})
export class PaymentsModule {}
