import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { SubscriptionsController } from './subscriptions.controller';
import { MembershipChangesService } from './membership-changes.service';
import { MembershipEndsJobs } from './membership-ends.jobs';
import { MembershipWatch } from './membership-watch.entity';
import { QueuedSubscriptionJobs } from './queued-subscriptions.jobs';
import { SubscriptionsService } from './subscriptions.service';
import { AffiliateCodes, Affiliate } from './affiliate.entity';
import { QueuedSubscription, Subscription } from './subscription.entity';
import { affiliateCodesInCatalogue, affiliatesInCatalogue } from './affiliates.catalogue';
import { subscriptionsInCatalogue } from './subscriptions.catalogue';
import './subscriptions.webhooks';

@Module({
  imports: [
    TypeOrmModule.forFeature([AffiliateCodes, Affiliate, MembershipWatch, QueuedSubscription, Subscription]),
  ],
  controllers: [SubscriptionsController],
  providers: [MembershipChangesService, MembershipEndsJobs, QueuedSubscriptionJobs, SubscriptionsService],
  exports: [MembershipChangesService, SubscriptionsService],
})
@InCatalogue(affiliateCodesInCatalogue, affiliatesInCatalogue, subscriptionsInCatalogue)
export class SubscriptionsModule {}
