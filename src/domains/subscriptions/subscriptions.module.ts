import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { SubscriptionsController } from './subscriptions.controller';
import { MembershipChanges } from './membership-changes.service';
import { QueuedSubscriptionJobs } from './queued-subscriptions.jobs';
import { SubscriptionsService } from './subscriptions.service';
import { AffiliateCodes } from './affiliate-codes.entity';
import { Affiliate } from './affiliate.entity';
import { QueuedSubscription } from './queued-subscription.entity';
import { Subscription } from './subscription.entity';
import { affiliateCodesInCatalogue, affiliatesInCatalogue } from './affiliates.catalogue';
import { subscriptionsInCatalogue } from './subscriptions.catalogue';

@Module({
  imports: [TypeOrmModule.forFeature([AffiliateCodes, Affiliate, QueuedSubscription, Subscription])],
  controllers: [SubscriptionsController],
  providers: [MembershipChanges, QueuedSubscriptionJobs, SubscriptionsService],
  exports: [MembershipChanges, SubscriptionsService],
})
@InCatalogue(affiliateCodesInCatalogue, affiliatesInCatalogue, subscriptionsInCatalogue)
export class SubscriptionsModule {}
