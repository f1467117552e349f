import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { Clock } from '#libs/clock';
import { WrittenAnswer } from '#libs/envelope';
import { type Access, ACCESS, viewerOf } from '#platform/access';
import { RememberedAnswers } from './remembered-answers';

/** Writes what a handler tells a visitor without a session, so that it can be remembered. */
@Injectable()
export class RememberingInterceptor implements NestInterceptor {
  constructor(
    private readonly answers: RememberedAnswers,
    private readonly clock: Clock,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { fanclub, visit } = viewerOf(request);
    if (visit !== null || !this.answers.isPlain(request)) return next.handle();
    const now = this.clock.now();
    const access = this.reflector.getAllAndOverride<Access>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    const isForEverybody = access.kind === 'visitor' && !access.session;
    return next.handle().pipe(
      map((content: object) => {
        const answer = WrittenAnswer.success(content);
        this.answers.keep(request, answer, { fanclub, now, isForEverybody });
        return answer;
      }),
    );
  }
}
