import { DomainError } from '#libs/envelope';
import { TOO_MANY } from '#platform/http';

/** A limit is reached (contract 2.5, 3.11). */
export class TooManyRequests extends DomainError {
  readonly messages = [TOO_MANY];
  override readonly status = 429;

  /** @param retryAfter whole seconds until the limit's window is over */
  constructor(override readonly retryAfter: number) {
    super();
  }
}

/** A limit is full only because of pending events, which may not count in the end. A retry may soon succeed. */
export class EventsPending extends TooManyRequests {
  constructor() {
    super(1);
  }
}
