import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AutomaticRenewal } from './automatic-renewal';
import { CardJobs } from './cards.jobs';
import { Connecting } from './connecting.service';
import { PaymentInbox } from './inbox.service';
import { PaymentAccount } from './payment-account.entity';
import { PaymentCustomer } from './payment-customer.entity';
import { PaymentCustomers } from './payment-customers';
import { PaymentCardPage } from './payment-card-page.entity';
import { PaymentMethod } from './payment-method.entity';
import { SavedCards } from './saved-cards.service';
import { PaymentEvent } from './payment-event.entity';
import { PaymentEventsController } from './payment-events.controller';
import { PaymentRecordJobs } from './payment-records.jobs';
import { PaymentProviders } from './providers';

@Module({
  imports: [
    TypeOrmModule.forFeature([PaymentAccount, PaymentCardPage, PaymentCustomer, PaymentEvent, PaymentMethod]),
  ],
  controllers: [PaymentEventsController],
  providers: [
    AutomaticRenewal,
    CardJobs,
    Connecting,
    PaymentCustomers,
    PaymentInbox,
    PaymentProviders,
    PaymentRecordJobs,
    SavedCards,
  ],
  exports: [AutomaticRenewal, Connecting, PaymentCustomers, PaymentInbox, PaymentProviders, SavedCards],
})
export class PaymentsModule {}
