import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { Clock } from '#libs/clock';
import { WrittenAnswer } from '#libs/envelope';
import { type Access, ACCESS, viewerOf } from '#platform/access';
import { AnswerCache } from './answer-cache';

/** Caches what a handler answers to visitors without a session. */
@Injectable()
export class AnswerCacheInterceptor implements NestInterceptor {
  constructor(
    private readonly cache: AnswerCache,
    private readonly clock: Clock,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { fanclub, visit } = viewerOf(request);
    if (visit !== null || !this.cache.isCacheable(request)) return next.handle();
    const madeAt = this.clock.now();
    const access = this.reflector.getAllAndOverride<Access>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    const isForEverybody = access.kind === 'visitor' && !access.session;
    return next.handle().pipe(
      map((content: object) => {
        const answer = WrittenAnswer.success(content);
        this.cache.store(request, answer, { fanclub, madeAt, isForEverybody });
        return answer;
      }),
    );
  }
}
