import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable } from '@nestjs/common';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, isAbandoned, type Outcome, outcomeOf } from '#libs/envelope';
import { pointerTo, Problem } from '#libs/problem';
import { SecurityEvents, VISITOR } from '#platform/audit';
import { isHeld, isLockTimeout, Sql, unlessHeld } from '#platform/database';
import { clientNetwork } from '#platform/http';
import { viewerOf, visitOf } from './staff-context';
import { StaffLimits } from './login/staff-limits';
import { PROBLEMS } from './staff-problems';

/** Where the kinds of problems are described. */
const BASE = '/staff/problems';

/** Refusals that may be attempts to access somebody else's data. */
const RECORDED = {
  [PROBLEMS.foreignPage.slug]: 'foreign_page',
  [PROBLEMS.notAllowed.slug]: 'not_allowed',
  [PROBLEMS.notFound.slug]: 'not_found',
} as const;

/** What staff read while their fan club is held. */
const HELD = 'This fan club is held for maintenance. Nothing was changed. Please try again later.';

/** What staff read if a lock of somebody else's change lasts too long. */
const BUSY = 'Somebody else is changing the same. Nothing was changed. Please try again.';

type Recorded = (typeof RECORDED)[keyof typeof RECORDED];

/** How many refusals of a person, or of a network, are recorded. */
const MOST_RECORDED = { count: 20, seconds: 3600 };

/** Answers everything that handlers for staff throw as `application/problem+json`. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly sql: Sql,
    private readonly limits: StaffLimits,
    private readonly events: SecurityEvents,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { slug } = problemOf(error).kind;
    const reason: Recorded | undefined = RECORDED[slug as keyof typeof RECORDED];
    if (reason) {
      await this.record(request, reason)
        .catch(unlessHeld)
        .catch((err: unknown) => request.log.error({ err }, 'a refusal was not recorded'));
    }
    answerProblem(error, request, http.getResponse<FastifyReply>());
  }

  /** Records who was refused: one who is logged in, or any sender of a page of another website. */
  private async record(request: FastifyRequest, reason: Recorded): Promise<void> {
    const source = { network: clientNetwork(request), requestId: request.id };
    const person = (visitOf(request) ?? viewerOf(request))?.person;
    if (!person && reason !== 'foreign_page') return;
    const subject = person ? String(person.id) : source.network;
    if (!(await this.limits.isAmongFirst(this.sql, 'refused', subject, MOST_RECORDED))) return;
    const fanclubId = viewerOf(request)?.scope.fanclubId ?? null;
    const asker = {
      fanclub: fanclubId === null ? null : { id: fanclubId },
      actor: person ? ({ kind: 'staff', id: person.id } as const) : VISITOR,
      source,
    };
    await this.events.record(this.sql, asker, { action: 'staff.refused', reason });
  }
}

/** Also answers errors before the handlers, such as those of load shedding. Must be called before the routes are registered. */
export function answerByProblems(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (route.url.startsWith('/staff/api/')) route.errorHandler = answerProblem;
  });
}

function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error);
  const isFault = problem.kind === PROBLEMS.failure && !isAbandoned(error, request);
  const isDomainError = error instanceof DomainError;
  request.outcome = isDomainError || isFault ? outcomeOf(error, request) : outcomeOfProblem(problem);
  if (isFault) request.log.error({ err: error }, 'request failed');
  else
    request.log[isDomainError ? error.logLevel : 'debug']({ problem: problem.kind.slug }, 'request refused');
  const { retryAfter } = problem.facts;
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  void reply
    .status(problem.kind.status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem.body(BASE, request.id)));
}

const outcomeOfProblem = ({ facts }: Problem): Outcome =>
  facts.retryAfter === undefined ? 'error' : 'refused';

/** The problem for an error. Refusals of the public side keep their texts. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isHeld(error)) return new Problem(PROBLEMS.unavailable, { detail: HELD, retryAfter: 5 });
  if (isLockTimeout(error)) return new Problem(PROBLEMS.unavailable, { detail: BUSY, retryAfter: 1 });
  if (error instanceof DomainError) {
    const kind = kindOf(error.status);
    // Their texts speak to members.
    if (kind === PROBLEMS.tooMany) return new Problem(kind, { retryAfter: error.retryAfter });
    if (kind === PROBLEMS.unavailable) return new Problem(kind, { retryAfter: error.retryAfter ?? 1 });
    if (kind !== PROBLEMS.invalid) return new Problem(kind, { detail: error.message });
    const errors = Object.entries(error.errors ?? {}).flatMap(([field, details]) =>
      details.map((detail) => ({ pointer: pointerTo(field), detail })),
    );
    return new Problem(PROBLEMS.invalid, { detail: error.message, ...(errors.length > 0 && { errors }) });
  }
  const status =
    error instanceof HttpException ? error.getStatus() : (error as FastifyError | null)?.statusCode;
  if (status !== undefined && status < 500) return new Problem(kindOf(status));
  return new Problem(PROBLEMS.failure, {
    detail: 'An error has occurred on our side. Please try again later.',
  });
}

function kindOf(status: number) {
  const kinds = Object.values(PROBLEMS);
  return kinds.find((kind) => kind.status === status) ?? PROBLEMS.invalidRequest;
}
