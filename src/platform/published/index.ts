export { notifyPublished } from './published.queries';
export type { FanclubInfo, LoginProviderInfo } from './published.queries';
export * from './last-known';
export { Published } from './published';
export * from './published.module';
export { type ChangeReceiver, LISTENER_PREFIX, listenerName, PublishedChanges } from './published-changes';
export { readableRows } from './readable-rows';
