import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  type Type,
  UseInterceptors,
} from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { map, type Observable, of } from 'rxjs';
import { WrittenAnswer } from '#libs/envelope';
import { type Access, ACCESS, setViewer, type Viewer, viewerOf } from '#platform/access';
import { AnswerCache, type MadeAnswer } from './answer-cache';
import { filled, type Readership, type Readerships } from './readership';

/** All that an answer depends on, of a viewer: a function, or a provider that also reads rows of theirs. */
export type ReadershipBy = ((viewer: Viewer) => Readership) | { readonly provider: Type<Readerships> };

/** The metadata key of a handler's {@link ReadershipBy}. */
const READERSHIP = 'fanclub:readership';

/** Caches what a handler answers. */
@Injectable()
export class AnswerCacheInterceptor implements NestInterceptor {
  constructor(
    private readonly cache: AnswerCache,
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!this.cache.isCacheable(request)) return next.handle();
    const viewer = viewerOf(request);
    if (viewer.visit === null) return this.forVisitors(context, request, viewer, next);
    const readerships = this.reflector.get<ReadershipBy | null>(READERSHIP, context.getHandler());
    const answers = readerships
      ? this.forReadership(request, viewer, await this.readership(readerships, viewer), next)
      : viewer.keptAs !== null && this.made(viewer, next);
    if (!answers) {
      this.cache.record(false);
      return next.handle();
    }
    return answers.pipe(
      map((made) => {
        if (viewer.keptAs !== null) this.cache.store(request, { of: 'visit', keptAs: viewer.keptAs }, made);
        return made.answer;
      }),
    );
  }

  private readership(readerships: ReadershipBy, viewer: Viewer): Readership | Promise<Readership> {
    if (typeof readerships === 'function') return readerships(viewer);
    return this.modules.get(readerships.provider, { strict: false }).of(viewer);
  }

  private forVisitors(
    context: ExecutionContext,
    request: FastifyRequest,
    viewer: Viewer,
    next: CallHandler,
  ): Observable<WrittenAnswer> {
    const access = this.reflector.getAllAndOverride<Access>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    const isForEverybody = access.kind === 'visitor' && !access.session;
    return this.made(viewer, next).pipe(
      map((made) => {
        this.cache.store(request, { of: isForEverybody ? 'everybody' : 'visitors' }, made);
        return made.answer;
      }),
    );
  }

  private forReadership(
    request: FastifyRequest,
    viewer: Viewer,
    readership: Readership,
    next: CallHandler,
  ): Observable<MadeAnswer> {
    const known = this.cache.findForReadership(request, readership);
    const fill = (made: MadeAnswer, isCached: boolean): MadeAnswer => {
      const answer = filled(made.answer, readership);
      return { ...made, answer, isShared: isCached && answer === made.answer };
    };
    if (known) {
      this.cache.record(true);
      return of(fill(known, true));
    }
    if (readership.viewer) setViewer(request, readership.viewer);
    return this.made(viewer, next).pipe(
      map((made) => {
        return fill(made, this.cache.store(request, { of: 'readership', readership: readership.text }, made));
      }),
    );
  }

  /** Calls the handler. */
  private made(viewer: Viewer, next: CallHandler): Observable<MadeAnswer> {
    this.cache.record(false);
    const origin = this.cache.origin(viewer);
    return next
      .handle()
      .pipe(map((content: object) => ({ ...origin, answer: WrittenAnswer.success(content) })));
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether answers may be cached. Declared with {@link CachedAnswer}. */
    isCached?: boolean;
  }
}

/**
 * Declares a read whose answer is cached for a second at most. It depends only on its address, the published content, the time, the
 * viewer, and rows that `Sql.readsFor` reads. Visitors without a session share their answers, customers with the same readership too. A
 * customer gets the same answer again while their visit is kept. An edit of the published content invalidates all of them immediately.
 *
 * @param readership what customers share the answer by. Null: customers share no answers
 */
export const CachedAnswer = (readership: ReadershipBy | null = null): MethodDecorator =>
  applyDecorators(
    RouteConfig({ isCached: true }),
    SetMetadata(READERSHIP, readership),
    UseInterceptors(AnswerCacheInterceptor),
  );
