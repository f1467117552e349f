export * from './embedded-subscription.serializer';
export * from './membership-changes.service';
export * from './subscriptions.module';
export { EmbeddedSubscription, ReducedSubscription } from './dto/subscription.answer';
