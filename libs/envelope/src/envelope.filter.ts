import {
  type ArgumentsHost,
  type ExceptionFilter,
  Catch,
  HttpException,
  Inject,
  NotFoundException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAbandoned, outcomeOf } from './outcome';
import { DomainError } from './domain-error';
import { ALWAYS_OK, type AlwaysOk, ENVELOPE_TEXTS, type EnvelopeTexts } from './envelope.texts';
import { failure } from './render';

/**
 * Turns everything that is thrown into the failure envelope.
 *
 * - {@link DomainError}: its messages, and `Retry-After` if it has one.
 * - `NotFoundException`, which always means an unknown path: 404 with the fixed text.
 * - Another 4xx exception of the framework or the HTTP server: the fixed text for it.
 * - A request whose client has disconnected before sending all of it: logged at debug level only.
 * - Anything else is a fault of the service: logged with the request id; the client gets only the fixed text.
 *
 * All but the 404 have status 200 where {@link AlwaysOk} says so, and the ordinary status elsewhere.
 */
@Catch()
export class EnvelopeFilter implements ExceptionFilter {
  constructor(
    @Inject(ENVELOPE_TEXTS) private readonly texts: EnvelopeTexts,
    @Inject(ALWAYS_OK) private readonly alwaysOk: AlwaysOk,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    request.outcome = outcomeOf(error, request);
    const statusOf = (status: number): number => (this.alwaysOk(request) ? 200 : status);
    if (error instanceof DomainError) {
      request.log[error.logLevel]({ failure: error.name }, 'request refused');
      const status = statusOf(error.status);
      const retryAfter = error.retryAfter ?? (status === 503 ? 1 : undefined);
      if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
      void reply.status(status).send(failure(error.messages, error.errors));
    } else if (error instanceof NotFoundException) {
      void reply.status(404).send(failure([this.texts.notFound]));
    } else if (error instanceof HttpException && error.getStatus() < 500) {
      request.log.debug({ status: error.getStatus() }, 'request refused');
      void reply.status(statusOf(error.getStatus())).send(failure([this.refusalOf(error)]));
    } else if (isAbandoned(error, request)) {
      request.log.debug('request abandoned');
      void reply.status(statusOf(400)).send(failure([this.texts.malformed]));
    } else {
      request.log.error({ err: error }, 'request failed');
      void reply.status(statusOf(500)).send(failure([this.texts.unexpected]));
    }
  }

  private refusalOf(error: HttpException): string {
    switch (error.getStatus()) {
      case 413:
        return this.texts.tooLarge;
      case 415:
        return this.texts.unsupportedType;
      default:
        return this.texts.malformed;
    }
  }
}
