import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Bindings, ChildLoggerOptions } from 'fastify/types/logger';
import { viewerIfKnown } from '#platform/access';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** From the most to the least severe. At level `silent`, which is not listed, nothing is logged. */
const LEVELS: readonly string[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'];

/**
 * The logger of a request, for the server's `childLoggerFactory`. The real logger is created on first use: most requests log
 * nothing, and creating it, with all its redaction, costs more than an answer from memory.
 */
export class RequestLog implements FastifyBaseLogger {
  private logger: FastifyBaseLogger | null = null;
  private request: FastifyRequest | null = null;

  private constructor(
    private readonly parent: FastifyBaseLogger,
    private readonly bindings: Bindings,
    private readonly options: ChildLoggerOptions,
  ) {}

  static of(
    this: void,
    parent: FastifyBaseLogger,
    bindings: Bindings,
    options: ChildLoggerOptions,
  ): FastifyBaseLogger {
    return new RequestLog(parent, bindings, options);
  }

  /** Adds {@link factsOf} a request to each line of its log. */
  static describeRequests(this: void, fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, _reply, done) => {
      if (request.log instanceof RequestLog) request.log.request = request;
      done();
    });
  }

  get level(): string {
    return this.parent.level;
  }

  fatal(...args: unknown[]): void {
    this.write('fatal', args);
  }

  error(...args: unknown[]): void {
    this.write('error', args);
  }

  warn(...args: unknown[]): void {
    this.write('warn', args);
  }

  info(...args: unknown[]): void {
    this.write('info', args);
  }

  debug(...args: unknown[]): void {
    this.write('debug', args);
  }

  trace(...args: unknown[]): void {
    this.write('trace', args);
  }

  silent(): void {}

  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return this.created().child(bindings, options);
  }

  private write(level: Level, [first, ...rest]: unknown[]): void {
    if (LEVELS.indexOf(level) > LEVELS.indexOf(this.parent.level)) return;
    const fields = typeof first === 'string' ? {} : first instanceof Error ? { err: first } : first;
    const texts = typeof first === 'string' ? [first, ...rest] : rest;
    const facts = this.request && factsOf(this.request);
    this.created()[level]({ ...facts, ...(fields as object) }, ...(texts as [string?, ...unknown[]]));
  }

  private created(): FastifyBaseLogger {
    return (this.logger ??= this.parent.child(this.bindings, this.options));
  }
}

/**
 * The fields of every line that is logged for a request: method, route pattern, fan club id, outcome. Those that are not known yet
 * are undefined. The pattern takes the place of the URL, which may contain keys and addresses.
 */
export const factsOf = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions.url ?? 'unknown',
  fanclub: viewerIfKnown(request)?.fanclub.id,
  outcome: request.outcome,
});

/**
 * Logs every answer at level `debug`. Adds no hook if that level is not logged.
 */
export function logAnswers(fastify: FastifyInstance): void {
  if (!logsAnswers(fastify)) return;
  fastify.addHook('onResponse', (request, reply, done) => {
    request.log.debug(
      {
        outcome: request.outcome ?? 'ok',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request answered',
    );
    done();
  });
}

/** Whether every answer is logged. */
export const logsAnswers = ({ log }: FastifyInstance): boolean =>
  log.level === 'debug' || log.level === 'trace';
