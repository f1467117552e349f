/** Messages by field: `{ first_name: ["can't be blank"] }`. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/** What {@link FanclubError} reads from an answer besides its messages. */
export interface Refusal {
  readonly messages: readonly string[];
  readonly errors: FieldMessages;
  readonly status: number;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
}

/** The service answered, and refused the call. */
export class FanclubError extends Error {
  override readonly name: string = 'FanclubError';
  /** Sentences for the visitor, in order. */
  readonly messages: readonly string[];
  /** Messages by field. Empty for calls that do not send them. */
  readonly errors: FieldMessages;
  /** The HTTP status: 200, or 404 for an unknown path. */
  readonly status: number;
  /** Identifies the request in the log of the service. Null for reads by script elements. */
  readonly requestId: string | null;
  /** Seconds after which the same call may succeed. Null if waiting does not help, and for reads by script elements. */
  readonly retryAfter: number | null;

  constructor({ messages, errors, status, requestId, retryAfter }: Refusal) {
    super(messages.join(' '));
    this.messages = messages;
    this.errors = errors;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** What {@link FanclubNetworkError} knows besides its message. */
export interface NetworkFailure {
  readonly status?: number | null;
  readonly retryAfter?: number | null;
  readonly cause?: unknown;
}

/** There is no answer of the service: the connection failed, the page may not read the answer, or something else answered. */
export class FanclubNetworkError extends Error {
  override readonly name: string = 'FanclubNetworkError';
  /** The HTTP status of an answer that is not one of the service, for instance of a proxy; null if there is no answer. */
  readonly status: number | null;
  /** Seconds after which the same call may succeed; null if unknown. */
  readonly retryAfter: number | null;

  constructor(message: string, { status = null, retryAfter = null, cause }: NetworkFailure = {}) {
    super(message, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The call took longer than its `timeout`, retries included. A write may have been executed. */
export class FanclubTimeoutError extends FanclubNetworkError {
  override readonly name: string = 'FanclubTimeoutError';
}
