export * from './embedded-subscription.serializer';
export * from './subscriptions.module';
