export { AffiliateCodes } from './affiliate-codes.entity';
export { Affiliate } from './affiliate.entity';
export { QueuedSubscription } from './queued-subscription.entity';
export { Subscription } from './subscription.entity';
export * from './embedded-subscription.serializer';
export * from './subscriptions.module';
