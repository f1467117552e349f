import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SecurityEvents, VISITOR } from '#platform/audit';
import { Sql } from '#platform/database';
import { DomainError, isAbandoned } from '#libs/envelope';
import { pointerTo, Problem } from '#libs/problem';
import { BodyRefused, clientNetwork, Overloaded } from '#platform/http';
import { TooManyRequests } from '#platform/limits';
import { viewerOf, visitOf } from './staff-context';
import { StaffLimits } from './staff-limits';
import { PROBLEMS } from './staff-problems';

/** Where the kinds of problems are described. */
const BASE = '/staff/problems';

/** Refusals that may be attempts to reach what belongs to others. */
const RECORDED = {
  [PROBLEMS.foreignPage.slug]: 'foreign_page',
  [PROBLEMS.notAllowed.slug]: 'not_allowed',
  [PROBLEMS.notFound.slug]: 'not_found',
} as const;

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
    const reply = http.getResponse<FastifyReply>();
    const problem = problemOf(error);
    if (problem.kind !== PROBLEMS.failure || isAbandoned(error, request)) {
      request.log.debug({ problem: problem.kind.slug }, 'request refused');
    } else {
      request.log.error({ err: error }, 'request failed');
    }
    const reason: Recorded | undefined = RECORDED[problem.kind.slug as keyof typeof RECORDED];
    if (reason) {
      await this.record(request, reason).catch((err: unknown) =>
        request.log.error({ err }, 'a refusal was not recorded'),
      );
    }
    const { retryAfter } = problem.facts;
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    void reply
      .status(problem.kind.status)
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(problem.body(BASE, request.id)));
  }

  /** Records who was refused: one who is logged in, or any sender of a page of another website. */
  private async record(request: FastifyRequest, reason: Recorded): Promise<void> {
    const source = { network: clientNetwork(request), requestId: request.id };
    const person = visitOf(request)?.person;
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

/** The problem for an error. Refusals of the public side keep their texts. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof BodyRefused) return new Problem(kindOf(error.status), { detail: error.message });
  if (error instanceof Overloaded) return new Problem(PROBLEMS.unavailable, { retryAfter: error.retryAfter });
  if (error instanceof TooManyRequests)
    return new Problem(PROBLEMS.tooMany, { retryAfter: error.retryAfter });
  if (error instanceof DomainError) {
    const errors = Object.entries(error.errors ?? {}).flatMap(([field, details]) =>
      details.map((detail) => ({ pointer: pointerTo(field), detail })),
    );
    return new Problem(PROBLEMS.invalid, { detail: error.message, ...(errors.length > 0 && { errors }) });
  }
  if (error instanceof HttpException && error.getStatus() < 500)
    return new Problem(kindOf(error.getStatus()));
  return new Problem(PROBLEMS.failure, {
    detail: 'An error has occurred on our side. Please try again later.',
  });
}

function kindOf(status: number) {
  const kinds = Object.values(PROBLEMS);
  return kinds.find((kind) => kind.status === status) ?? PROBLEMS.invalidRequest;
}
