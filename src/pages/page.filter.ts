import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, isAbandoned, outcomeOf } from '#libs/envelope';
import { PageNotFound, viewerIfKnown } from '#platform/access';
import { NoPlanFound } from '#domains/checkout';
import { NoDrawFound } from '#domains/contests';
import { isHeld, isLockTimeout } from '#platform/database';
import { Overloaded } from '#platform/http';
import { ownHostOf } from '#platform/tenants';
import { LinkExpired } from '#platform/tokens';
import { type Action, backTo, notice, type Page } from './page';
import { PageAddresses } from './page-addresses';
import { PageAnswers } from './page-answers';
import { FormOutOfDate } from './forms.guard';

/** Opens the failed page again. An empty address is the current one. */
const AGAIN = { label: 'Open the page again', href: '' };

/** Answers errors of hosted pages with pages. */
@Catch()
export class PageFilter implements ExceptionFilter {
  constructor(
    private readonly answers: PageAnswers,
    private readonly addresses: PageAddresses,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const status = error instanceof HttpException ? error.getStatus() : 500;
    this.answer(error, status, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Sends the page for an error. `status` is for errors that are not a `DomainError`; from 500 on, the error is logged. */
  answer(error: unknown, status: number, request: FastifyRequest, reply: FastifyReply): void {
    const isDomainError = error instanceof DomainError;
    request.outcome = !isDomainError && status < 500 ? 'error' : outcomeOf(error, request);
    if (isDomainError) {
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
    const login = viewer && { label: 'Log in', href: this.addresses.linked(viewer.fanclub, 'login') };
    const home = viewer
      ? backTo(viewer.fanclub)
      : { label: 'Home', href: ownHostOf(request) ? '/' : `${this.addresses.base}/` };
    const page = failurePage(error, status, request.id, login, home);
    void reply.send(this.answers.prepare(request, reply, page, viewer));
  }
}

function failurePage(
  error: unknown,
  status: number,
  requestId: string,
  login: Action | null,
  home: Action,
): Page {
  if ([PageNotFound, NoPlanFound, NoDrawFound].some((kind) => error instanceof kind)) {
    const text = 'There is no page at this address. It may have been mistyped, or the page is gone.';
    return failed(404, 'Page not found', [text], home);
  }
  if (error instanceof LinkExpired) {
    const paragraphs = [
      'It may have been used already, it may be too old, or a newer one has been sent since. Nothing has been changed.',
      'If you have several of these emails, use the link in the latest. If you cannot log in, ask for a new password: its link confirms your address as well.',
    ];
    return failed(404, 'This link no longer works', paragraphs, login);
  }
  if (error instanceof FormOutOfDate) {
    const text =
      'It was open for a long time, or in several windows, or cookies are blocked. Nothing has been changed.';
    return failed(403, 'This form is out of date', [text]);
  }
  if (isHeld(error)) {
    return failed(503, 'Please try again', [
      'This fan club is being worked on, so nothing can be changed for a short time. Nothing was changed.',
    ]);
  }
  // A request waits that long for a row only behind many others.
  if (error instanceof Overloaded || isLockTimeout(error)) {
    return failed(503, 'Please try again', [
      'Very many people are here right now. Please try again in a moment.',
    ]);
  }
  if (error instanceof DomainError) return failed(error.status, 'That did not work', error.messages);
  if (status < 500) return failed(status, 'That did not work', ['The request is not valid.']);
  const paragraphs = [
    'An error has occurred on our side, please try again later.',
    `If it happens again, tell the support this number: ${requestId}`,
  ];
  return failed(500, 'Something went wrong', paragraphs, null);
}

function failed(
  status: number,
  heading: string,
  paragraphs: readonly string[],
  action: Action | null = AGAIN,
): Page {
  return { ...notice(heading, paragraphs, action), status };
}
