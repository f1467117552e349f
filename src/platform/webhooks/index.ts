export * from './webhook-types';
export { type Attempt, FAILURES, type Failure, PAUSES } from './attempt';
export { newSecret } from './signatures';
export { refusalOf } from './public-address';
export { Receivers } from './webhook-delivery.service';
export {
  ATTEMPT_NOW,
  FEED,
  MESSAGE_DAYS,
  QUEUE_DELIVERY,
  REPLAY_ONE,
  REPLAY_PERIOD,
  WAITING,
  WITHOUT_WEBHOOKS,
  WRITE_TEST,
} from './webhooks.queries';
export * from './webhooks.module';
