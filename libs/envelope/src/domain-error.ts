/** Messages by the name of the field they are about, as printed in `errors`: `{ first_name: ["can't be blank"] }`. */
export type FieldMessages = Record<string, string[]>;

/** How loudly a failure is written to the log. A refusal is an everyday event, so it stays quiet. */
export type FailureLogLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * A failure that is part of the contract: the request was understood and refused. It becomes
 * `{"status": "error", "messages": […]}`. Abstract, so that nobody can throw a vague one: each domain names its own.
 * Deliberately not an `HttpException`: to the framework, those mean an unknown path.
 */
export abstract class DomainError extends Error {
  /** The sentences shown to the person, in order; at least one. */
  abstract readonly messages: readonly string[];
  /** Messages by field; absent where the endpoint does not send them. */
  readonly errors?: FieldMessages;
  /** Whole seconds after which the same request may succeed, sent as `Retry-After`; absent where waiting does not help. */
  readonly retryAfter?: number;
  readonly logLevel: FailureLogLevel = 'debug';

  constructor() {
    super();
    this.name = new.target.name;
  }

  override get message(): string {
    return this.messages.join(' ');
  }
}
