import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#libs/envelope';
import { PageNotFound, viewerIfKnown } from '../access';
import { NoPlanFound } from '../checkout';
import { LinkExpired } from '../tokens';
import { notice, type Page } from './page';
import { PageAnswers } from './page-answers';
import { FormOutOfDate } from './pages.errors';

/** Where a person is who sees a page of failure: back to the page itself. An empty address means the present one. */
const AGAIN = { label: 'Open the page again', href: '' };

/** Turns what a hosted page threw into a page, as the API's filter turns it into an envelope. */
@Catch()
export class PageFilter implements ExceptionFilter {
  constructor(private readonly answers: PageAnswers) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (error instanceof DomainError) {
      request.log[error.logLevel]({ failure: error.name }, 'request refused');
    } else if (blamesRequest(error)) {
      request.log.debug({ status: error.getStatus() }, 'request refused');
    } else {
      request.log.error({ err: error }, 'request failed');
    }
    void reply.send(
      this.answers.prepare(request, reply, failurePage(error, request.id), viewerIfKnown(request)),
    );
  }
}

function failurePage(error: unknown, requestId: string): Page {
  if (error instanceof PageNotFound || error instanceof NoPlanFound) return pageNotFound();
  if (error instanceof LinkExpired) return deadLink();
  if (error instanceof FormOutOfDate) return formOutOfDate();
  if (error instanceof DomainError) {
    return { ...notice('That did not work', error.messages, AGAIN), status: 422 };
  }
  if (blamesRequest(error)) {
    return {
      ...notice('That did not work', ['The request is not valid.'], AGAIN),
      status: error.getStatus(),
    };
  }
  return ownFault(requestId);
}

function blamesRequest(error: unknown): error is HttpException {
  return error instanceof HttpException && error.getStatus() < 500;
}

function pageNotFound(): Page {
  const paragraphs = ['There is no page at this address. It may have been mistyped, or the page is gone.'];
  return { ...notice('Page not found', paragraphs), status: 404 };
}

function deadLink(): Page {
  const paragraphs = [
    'It may have been used already, it may be too old, or a newer one has been sent since. Nothing has been changed.',
    'If you have several of these emails, use the link in the latest.',
  ];
  return { ...notice('This link no longer works', paragraphs), status: 404 };
}

function formOutOfDate(): Page {
  const paragraphs = [
    'It was open for a long time, or in several windows, or cookies are blocked. Nothing has been changed.',
  ];
  return { ...notice('This form is out of date', paragraphs, AGAIN), status: 403 };
}

function ownFault(requestId: string): Page {
  const paragraphs = [
    'An error has occurred on our side, please try again later.',
    `If it happens again, tell the support this number: ${requestId}`,
  ];
  return { ...notice('Something went wrong', paragraphs), status: 500 };
}
