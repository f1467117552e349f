import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PaymentAccount } from './payment-account.entity';
import { PaymentCustomer } from './payment-customer.entity';
import { PaymentEvent } from './payment-event.entity';

@Module({ imports: [TypeOrmModule.forFeature([PaymentAccount, PaymentCustomer, PaymentEvent])] })
export class PaymentsModule {}
