import { Whole } from './settings';

/** The variables that limit connections and requests. */
export class HttpEnv {
  /** The most client connections of one process, idle ones included; further ones are closed immediately. */
  @Whole(1, 1_000_000) MAX_CONNECTIONS = 5_000;

  /** The most requests in flight in one process; further ones are refused with `Retry-After`. */
  @Whole(1, 100_000) MAX_REQUESTS_IN_FLIGHT = 200;

  /** Delay of the event loop above which new requests are refused with `Retry-After`. */
  @Whole(10, 3_600_000) MAX_EVENT_LOOP_DELAY_MS = 500;

  /** Time after which a request is answered even if its work is not done. */
  @Whole(1, 3600) ANSWER_TIMEOUT_SECONDS = 8;

  /** How long a client may take to send its whole request. */
  @Whole(1, 3600) REQUEST_TIMEOUT_SECONDS = 15;

  /** How long a client may take to send the headers. */
  @Whole(1, 3600) HEADERS_TIMEOUT_SECONDS = 10;

  /** How long an idle connection stays open. Must be longer than a proxy in front keeps its connections open. */
  @Whole(1, 3600) KEEP_ALIVE_SECONDS = 5;

  /** Bytes of request line and headers. */
  @Whole(4_096, 1_048_576) MAX_HEADER_BYTES = 16_384;
}

export type HttpConfig = ReturnType<typeof httpConfig>;

/** Limits of connections and requests. All times in milliseconds. */
export const httpConfig = (env: HttpEnv) =>
  Object.freeze({
    maxConnections: env.MAX_CONNECTIONS,
    inFlight: env.MAX_REQUESTS_IN_FLIGHT,
    loopDelay: env.MAX_EVENT_LOOP_DELAY_MS,
    answerTimeout: env.ANSWER_TIMEOUT_SECONDS * 1000,
    requestTimeout: env.REQUEST_TIMEOUT_SECONDS * 1000,
    headersTimeout: env.HEADERS_TIMEOUT_SECONDS * 1000,
    keepAliveTimeout: env.KEEP_ALIVE_SECONDS * 1000,
    maxHeaderSize: env.MAX_HEADER_BYTES,
  });
