import type { LoggerService } from '@nestjs/common';
import type { FastifyBaseLogger } from 'fastify';

type Level = 'debug' | 'info' | 'warn';

/** A line of the log with its own fields: only ids, codes and amounts. */
export interface LogLine {
  readonly msg: string;
  readonly [field: string]: string | number | boolean | null;
}

/** Sends the messages of Nest's `Logger` to the service's structured log: those of the framework, and a {@link LogLine} with its fields. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: FastifyBaseLogger) {}

  log(message: unknown, context?: unknown): void {
    // The framework logs every detail of its start.
    this.write(isLine(message) ? 'info' : 'debug', message, context);
  }

  warn(message: unknown, context?: unknown): void {
    this.write('warn', message, context);
  }

  error(message: unknown, stack?: unknown, context?: unknown): void {
    this.logger.error({ context, stack }, String(message));
  }

  debug(message: unknown, context?: unknown): void {
    this.write('debug', message, context);
  }

  verbose(message: unknown, context?: unknown): void {
    this.logger.trace({ context }, String(message));
  }

  fatal(message: unknown, context?: unknown): void {
    this.logger.fatal({ context }, String(message));
  }

  private write(level: Level, message: unknown, context: unknown): void {
    if (!isLine(message)) return this.logger[level]({ context }, String(message));
    const { msg, ...fields } = message;
    this.logger[level]({ context, ...fields }, msg);
  }
}

const isLine = (message: unknown): message is LogLine =>
  typeof message === 'object' && message !== null && 'msg' in message;
