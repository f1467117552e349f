import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SubscriptionsController } from './subscriptions.controller';
import { SubscriptionsService } from './subscriptions.service';
import { AffiliateCodes } from './affiliate-codes.entity';
import { Affiliate } from './affiliate.entity';
import { QueuedSubscription } from './queued-subscription.entity';
import { Subscription } from './subscription.entity';

@Module({
  imports: [TypeOrmModule.forFeature([AffiliateCodes, Affiliate, QueuedSubscription, Subscription])],
  controllers: [SubscriptionsController],
  providers: [SubscriptionsService],
})
export class SubscriptionsModule {}
