/** Messages by field name, as sent in `errors`: `{ first_name: ["can't be blank"] }`. */
export type FieldMessages = Record<string, string[]>;

/** The log level of a failure. */
export type FailureLogLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * A failure that is part of the contract: the request was understood and refused. It becomes
 * `{"status": "error", "messages": […]}`. Abstract, so that each domain names its errors. Not an `HttpException`, because a
 * `NotFoundException` means an unknown path here.
 */
export abstract class DomainError extends Error {
  /** The sentences for the user, in order; at least one. */
  abstract readonly messages: readonly string[];
  /** Messages by field; absent where the endpoint does not send them. */
  readonly errors?: FieldMessages;
  /** Whole seconds after which the same request may succeed, sent as `Retry-After`; absent where waiting does not help. */
  readonly retryAfter?: number;
  /** The status where statuses have their ordinary meaning: outside of the paths that always answer 200. */
  readonly status: number = 422;
  readonly logLevel: FailureLogLevel = 'debug';

  constructor() {
    super();
    this.name = new.target.name;
  }

  override get message(): string {
    return this.messages.join(' ');
  }
}
