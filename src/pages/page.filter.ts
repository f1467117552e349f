import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, isAbandoned } from '#libs/envelope';
import { PageNotFound, viewerIfKnown } from '#platform/access';
import { NoPlanFound } from '#domains/checkout';
import { BodyRefused, Overloaded } from '#platform/http';
import { LinkExpired } from '#platform/tokens';
import { type Action, backTo, notice, type Page } from './page';
import { PageAddresses } from './page-addresses';
import { PageAnswers } from './page-answers';
import { FormOutOfDate } from './pages.errors';

/** Opens the failed page again: an empty address is the current one. */
const AGAIN = { label: 'Open the page again', href: '' };

/** Answers errors of hosted pages by pages, as the API's filter answers by envelopes. */
@Catch()
export class PageFilter implements ExceptionFilter {
  constructor(
    private readonly answers: PageAnswers,
    private readonly addresses: PageAddresses,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, statusOf(error), http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Sends the page for an error. `status` is for errors that are not a `DomainError`; from 500 on, the error is logged. */
  answer(error: unknown, status: number, request: FastifyRequest, reply: FastifyReply): void {
    if (error instanceof DomainError) {
      request.log[error.logLevel]({ failure: error.name }, 'request refused');
      if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
    } else if (status < 500) {
      request.log.debug({ status }, 'request refused');
    } else if (isAbandoned(error, request)) {
      request.log.debug('request abandoned');
    } else {
      request.log.error({ err: error }, 'request failed');
    }
    const viewer = viewerIfKnown(request);
    const login = viewer && { label: 'Log in', href: this.addresses.login(viewer.fanclub) };
    const home = viewer ? backTo(viewer.fanclub) : { label: 'Home', href: this.addresses.home() };
    const page = failurePage(error, status, request.id, login, home);
    void reply.send(this.answers.prepare(request, reply, page, viewer));
  }
}

function statusOf(error: unknown): number {
  return error instanceof HttpException ? error.getStatus() : 500;
}

function failurePage(
  error: unknown,
  status: number,
  requestId: string,
  login: Action | null,
  home: Action,
): Page {
  if (error instanceof PageNotFound || error instanceof NoPlanFound) return pageNotFound(home);
  if (error instanceof LinkExpired) return deadLink(login);
  if (error instanceof FormOutOfDate) return formOutOfDate();
  if (error instanceof Overloaded) return overloaded();
  if (error instanceof DomainError) {
    return { ...notice('That did not work', error.messages, AGAIN), status: statusOfRefusal(error) };
  }
  if (status < 500) return { ...notice('That did not work', ['The request is not valid.'], AGAIN), status };
  return ownFault(requestId);
}

function statusOfRefusal(error: DomainError): number {
  if (error instanceof BodyRefused) return error.status;
  // What can be tried again later was asked too often.
  return error.retryAfter === undefined ? 422 : 429;
}

function pageNotFound(home: Action): Page {
  const paragraphs = ['There is no page at this address. It may have been mistyped, or the page is gone.'];
  return { ...notice('Page not found', paragraphs, home), status: 404 };
}

function deadLink(login: Action | null): Page {
  const paragraphs = [
    'It may have been used already, it may be too old, or a newer one has been sent since. Nothing has been changed.',
    'If you have several of these emails, use the link in the latest. If you cannot log in, ask for a new password: its link confirms your address as well.',
  ];
  return { ...notice('This link no longer works', paragraphs, login), status: 404 };
}

function formOutOfDate(): Page {
  const paragraphs = [
    'It was open for a long time, or in several windows, or cookies are blocked. Nothing has been changed.',
  ];
  return { ...notice('This form is out of date', paragraphs, AGAIN), status: 403 };
}

function overloaded(): Page {
  const paragraphs = ['Very many people are here at once. Please try again in a moment.'];
  return { ...notice('Please try again', paragraphs, AGAIN), status: 503 };
}

function ownFault(requestId: string): Page {
  const paragraphs = [
    'An error has occurred on our side, please try again later.',
    `If it happens again, tell the support this number: ${requestId}`,
  ];
  return { ...notice('Something went wrong', paragraphs), status: 500 };
}
