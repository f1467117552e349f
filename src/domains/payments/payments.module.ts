import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PaymentAccount } from './payment-account.entity';
import { PaymentCustomer } from './payment-customer.entity';
import { PaymentCustomers } from './payment-customers';
import { PaymentEvent } from './payment-event.entity';
import { PaymentProviders } from './providers';

@Module({
  imports: [TypeOrmModule.forFeature([PaymentAccount, PaymentCustomer, PaymentEvent])],
  providers: [PaymentCustomers, PaymentProviders],
  exports: [PaymentCustomers, PaymentProviders],
})
export class PaymentsModule {}
