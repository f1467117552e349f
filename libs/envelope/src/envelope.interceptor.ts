import {
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  Injectable,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { successText, WrittenAnswer } from './json';
import { success } from './render';

/** Metadata key under which {@link Bare} marks a handler. */
export const BARE = 'envelope:bare';

/** Sends the handler's result without the envelope: for bare arrays, and for responses outside of the API. */
export const Bare = (): MethodDecorator & ClassDecorator => SetMetadata(BARE, true);

/** Wraps a handler's result in the success envelope, with status 200 even where the framework would send 201. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.getAllAndOverride<boolean>(BARE, [context.getHandler(), context.getClass()])) {
      return next.handle();
    }
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((content: object | undefined) => {
        reply.status(200);
        const written = content instanceof WrittenAnswer ? content.bytes : successText(content);
        if (written === null) return success(content);
        reply.type('application/json; charset=utf-8');
        return written;
      }),
    );
  }
}
