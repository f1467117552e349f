export * from './embedded-subscription.serializer';
export * from './subscriptions.module';
export { EmbeddedSubscription, ReducedSubscription } from './dto/subscription.answer';
