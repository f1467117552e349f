export * from './webhook-types';
export { type Attempt, FAILURES, type Failure, PAUSES } from './attempt';
export { newSecret } from './signatures';
export { Receivers } from './webhook-delivery.service';
export { MESSAGE_DAYS, QUEUE_DELIVERY, WITHOUT_WEBHOOKS } from './webhooks.queries';
export {
  ATTEMPT_NOW,
  FEED,
  REPLAY_ONE,
  REPLAY_PERIOD,
  REVIVE_FAILED,
  WAITING,
  WRITE_TEST,
} from './webhook-replays.queries';
export * from './webhooks.module';
