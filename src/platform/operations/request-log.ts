import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions } from 'fastify/types/logger';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** From what is logged always to what is logged seldom; `silent`, which is none of them, comes before all. */
const LEVELS: readonly string[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'];

/**
 * The log of a request, made when there is something to say: most requests say nothing, and to make it, with all that is redacted,
 * costs more than to answer from memory. The server's `childLoggerFactory`.
 */
export class RequestLog implements FastifyBaseLogger {
  private made: FastifyBaseLogger | null = null;

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

  get level(): string {
    return this.parent.level;
  }

  fatal(...said: unknown[]): void {
    this.tell('fatal', said);
  }

  error(...said: unknown[]): void {
    this.tell('error', said);
  }

  warn(...said: unknown[]): void {
    this.tell('warn', said);
  }

  info(...said: unknown[]): void {
    this.tell('info', said);
  }

  debug(...said: unknown[]): void {
    this.tell('debug', said);
  }

  trace(...said: unknown[]): void {
    this.tell('trace', said);
  }

  silent(): void {}

  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return this.own().child(bindings, options);
  }

  private tell(level: Level, [first, ...rest]: unknown[]): void {
    if (LEVELS.indexOf(level) > LEVELS.indexOf(this.parent.level)) return;
    this.own()[level](first, ...(rest as [string?, ...unknown[]]));
  }

  private own(): FastifyBaseLogger {
    return (this.made ??= this.parent.child(this.bindings, this.options));
  }
}
