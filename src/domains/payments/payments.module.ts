import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PaymentInbox } from './inbox.service';
import { PaymentAccount } from './payment-account.entity';
import { PaymentCustomer } from './payment-customer.entity';
import { PaymentCustomers } from './payment-customers';
import { PaymentEvent } from './payment-event.entity';
import { PaymentEventsController } from './payment-events.controller';
import { PaymentProviders } from './providers';

@Module({
  imports: [TypeOrmModule.forFeature([PaymentAccount, PaymentCustomer, PaymentEvent])],
  controllers: [PaymentEventsController],
  providers: [PaymentCustomers, PaymentInbox, PaymentProviders],
  exports: [PaymentCustomers, PaymentInbox, PaymentProviders],
})
export class PaymentsModule {}
