import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';

/** What a handler returns if its answer needs more than a body with status 200. */
export class StaffAnswer {
  constructor(
    readonly body: object | null,
    readonly head: { status?: number; etag?: string; location?: string } = {},
  ) {}
}

/** Sends answers of handlers for staff; nothing of them may be cached. Without a body the status is 204. */
@Injectable()
export class StaffAnswers implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((result: object | null | undefined) => {
        if (result instanceof StreamableFile) {
          void reply.header('cache-control', 'no-store');
          return result;
        }
        const { body, head } = result instanceof StaffAnswer ? result : new StaffAnswer(result ?? null);
        void reply.status(head.status ?? (body === null ? 204 : 200)).header('cache-control', 'no-store');
        if (head.etag !== undefined) void reply.header('etag', head.etag);
        if (head.location !== undefined) void reply.header('location', head.location);
        return body ?? undefined;
      }),
    );
  }
}
