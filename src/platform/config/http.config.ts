import { Whole } from './settings';

/** Connections and requests of one process. */
export class HttpEnv {
  /** The most client connections, idle ones included. Further connections are closed immediately. */
  @Whole(1, 1_000_000) MAX_CONNECTIONS = 5_000;

  /** The most concurrent requests. Further requests are refused with `Retry-After`. */
  @Whole(1, 100_000) MAX_REQUESTS_IN_FLIGHT = 200;

  /** Delay of the event loop, in milliseconds, above which new requests are refused with `Retry-After`. */
  @Whole(10, 3_600_000) MAX_EVENT_LOOP_DELAY_MS = 500;

  /** Seconds after which a request is answered even if its work is not finished. */
  @Whole(1, 3600) ANSWER_TIMEOUT_SECONDS = 8;

  /** Milliseconds in which the database must answer `/readyz`; otherwise the process is not ready. */
  @Whole(10, 60_000) READINESS_TIMEOUT_MS = 1_000;

  /** Seconds that a client may take to send its whole request. */
  @Whole(1, 3600) REQUEST_TIMEOUT_SECONDS = 15;

  /** Seconds that a client may take to send the headers. */
  @Whole(1, 3600) HEADERS_TIMEOUT_SECONDS = 10;

  /**
   * Seconds that an idle connection stays open. It must be more than the time that a proxy in front keeps idle connections
   * ([proxy](../operations/install.md#timeouts)).
   */
  @Whole(1, 3600) KEEP_ALIVE_SECONDS = 5;

  /** The most bytes of the first line and the headers of a request. */
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
    readinessTimeout: env.READINESS_TIMEOUT_MS,
    requestTimeout: env.REQUEST_TIMEOUT_SECONDS * 1000,
    headersTimeout: env.HEADERS_TIMEOUT_SECONDS * 1000,
    keepAliveTimeout: env.KEEP_ALIVE_SECONDS * 1000,
    maxHeaderSize: env.MAX_HEADER_BYTES,
  });
