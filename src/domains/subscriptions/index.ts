export * from './embedded-subscription.serializer';
export * from './membership-changes.service';
export * from './membership-conditions';
export * as memberships from './memberships';
export { queuedSubscriptionShape, subscriptionShape } from './subscription.serializer';
export * from './subscriptions.module';
export { SubscriptionsService } from './subscriptions.service';
export { EmbeddedSubscription, ReducedSubscription } from './dto/subscription.answer';
export type { TermAhead } from './subscriptions.queries';
