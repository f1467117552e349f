import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountConnectionsService } from './account-connections.service';
import { PaymentAccount } from './payment-account.entity';
import { PaymentAccountsService } from './payment-accounts.service';
import { PaymentEvent } from './payment-event.entity';
import { PaymentEventsController } from './payment-events.controller';
import { PaymentEventJobs } from './payment-event.jobs';
import { PaymentInboxService } from './payment-inbox.service';

@Module({
  imports: [TypeOrmModule.forFeature([PaymentAccount, PaymentEvent])],
  controllers: [PaymentEventsController],
  providers: [AccountConnectionsService, PaymentEventJobs, PaymentInboxService, PaymentAccountsService],
  exports: [AccountConnectionsService, PaymentInboxService, PaymentAccountsService],
})
export class PaymentProvidersModule {}
