import type { LoggerService } from '@nestjs/common';
import type { FastifyBaseLogger } from 'fastify';

/** Sends what the framework says to the service's one structured log. */
export class NestLogger implements LoggerService {
  constructor(private readonly log$: FastifyBaseLogger) {}

  log(message: unknown, context?: unknown): void {
    // The framework narrates its own start; that is of interest to who debugs it only.
    this.log$.debug({ context }, String(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.log$.warn({ context }, String(message));
  }

  error(message: unknown, stack?: unknown, context?: unknown): void {
    this.log$.error({ context, stack }, String(message));
  }

  debug(message: unknown, context?: unknown): void {
    this.log$.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: unknown): void {
    this.log$.trace({ context }, String(message));
  }

  fatal(message: unknown, context?: unknown): void {
    this.log$.fatal({ context }, String(message));
  }
}
