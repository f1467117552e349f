import { DomainError } from '#libs/envelope';

/** Something was asked too often (decisions 2.5, 3.11). */
export class TooManyRequests extends DomainError {
  readonly messages = ['Too many requests, please try again later.'];

  /** @param retryAfter whole seconds until the limit's window is over */
  constructor(override readonly retryAfter: number) {
    super();
  }
}

/** A limit is not reached, but would be if all events that are under way counted. Trying again soon may succeed. */
export class EventsPending extends TooManyRequests {
  constructor() {
    super(1);
  }
}
