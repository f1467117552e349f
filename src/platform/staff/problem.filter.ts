import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, isAbandoned } from '#libs/envelope';
import { pointerTo, Problem } from '#libs/problem';
import { BodyRefused, Overloaded } from '#platform/http';
import { TooManyRequests } from '#platform/limits';
import { PROBLEMS } from './staff-problems';

/** Where the kinds of problems are described. */
const BASE = '/staff/problems';

/** Answers everything that handlers for staff throw as `application/problem+json`. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const problem = problemOf(error);
    if (problem.kind !== PROBLEMS.failure || isAbandoned(error, request)) {
      request.log.debug({ problem: problem.kind.slug }, 'request refused');
    } else {
      request.log.error({ err: error }, 'request failed');
    }
    const { retryAfter } = problem.facts;
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    void reply
      .status(problem.kind.status)
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(problem.body(BASE, request.id)));
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
