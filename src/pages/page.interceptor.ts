import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { viewerOf } from '#platform/access';
import { type Page, SeeOther } from './page';
import { PageAnswers } from './page-answers';

/** Sends the page, redirect or file that a handler returns. */
@Injectable()
export class PageInterceptor implements NestInterceptor {
  constructor(private readonly answers: PageAnswers) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler<Page | SeeOther | StreamableFile>,
  ): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((result) => {
        if (result instanceof StreamableFile) return result;
        if (!(result instanceof SeeOther)) {
          // A form that is shown again with its mistakes.
          if (result.status >= 400) request.outcome = 'error';
          return this.answers.prepare(request, reply, result, viewerOf(request));
        }
        reply.status(303).header('location', result.location);
        return '';
      }),
    );
  }
}
