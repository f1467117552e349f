import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, HttpException, Inject, NotFoundException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAbandoned } from './abandoned';
import { DomainError } from './domain-error';
import { ENVELOPE_TEXTS, type EnvelopeTexts } from './envelope.texts';
import { outcomeOf } from './outcome';
import { failure } from './render';

/**
 * Turns everything that is thrown into the failure envelope.
 *
 * - {@link DomainError}: 200 with its messages, and `Retry-After` if it has one.
 * - `NotFoundException`, which always means an unknown path: 404 with the fixed text.
 * - Another 4xx exception of the framework or the HTTP server: 200 with the fixed text for it.
 * - A request whose client has disconnected before sending all of it: logged at debug level only.
 * - Anything else is a fault of the service: logged with the request id; the client gets only the fixed text.
 */
@Catch()
export class EnvelopeFilter implements ExceptionFilter {
  constructor(@Inject(ENVELOPE_TEXTS) private readonly texts: EnvelopeTexts) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    request.outcome = outcomeOf(error, request);
    if (error instanceof DomainError) {
      request.log[error.logLevel]({ failure: error.name }, 'request refused');
      if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
      void reply.status(200).send(failure(error.messages, error.errors));
    } else if (error instanceof NotFoundException) {
      void reply.status(404).send(failure([this.texts.notFound]));
    } else if (error instanceof HttpException && error.getStatus() < 500) {
      request.log.debug({ status: error.getStatus() }, 'request refused');
      void reply.status(200).send(failure([this.refusalOf(error)]));
    } else if (isAbandoned(error, request)) {
      request.log.debug('request abandoned');
      void reply.status(200).send(failure([this.texts.malformed]));
    } else {
      request.log.error({ err: error }, 'request failed');
      void reply.status(200).send(failure([this.texts.unexpected]));
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
