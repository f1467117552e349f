import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify';
import { type Judgement, mayUseSession, OriginCheck } from './origin-check';
import { bearerOf } from './session-tokens';

/** CORS permissions of pages that may read the answer (contract 3.5). Browsers must not send `Api-Key`. */
const ALLOWED: FastifyCorsOptions = {
  credentials: true,
  methods: ['GET', 'POST'],
  allowedHeaders: [
    'Content-Type',
    'Authorization',
    // Common libraries add these to each request.
    'Accept-Language',
    'X-Requested-With',
    'Cache-Control',
    'Pragma',
  ],
  exposedHeaders: ['Retry-After', 'X-Request-Id'],
  /** Seconds. */
  maxAge: 600,
  // The API has only the statuses 200 and 404 (contract 2.18).
  optionsSuccessStatus: 200,
};

const NO_CORS: FastifyCorsOptions = { origin: false };

/**
 * Checks the origin before every route (contract 3.4, 3.5). If a request may not use the visitor's session, its bearer token is removed,
 * and so are the cookies of the request and of its answer. A client with tokens gets no cookies either. Must be called after cookies are registered, and before the routes.
 *
 * @param base path of the API, without trailing slash. Pages of other websites may use only paths below it.
 */
export async function guardOrigins(app: NestFastifyApplication, base: string): Promise<void> {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const origins = app.get(OriginCheck);
  const isApiCall = ({ url }: FastifyRequest): boolean => url.startsWith(`${base}/`);
  answerOptions(fastify, base);
  fastify.decorateRequest('provenance', null);
  fastify.decorateRequest('isStale', false);
  fastify.decorateRequest('usesTokens', false);
  await registerCors(fastify, {
    // Not in an earlier hook, because the key may be in the body, which is read before this one.
    hook: 'preHandler',
    delegator: (
      request: FastifyRequest,
      done: (error: Error | null, options?: FastifyCorsOptions) => void,
    ) => {
      if (!isApiCall(request)) return done(null, NO_CORS);
      const judgement = origins.judge(request);
      if (!(judgement instanceof Promise)) return done(null, corsOptions(judgement, request));
      judgement.then((found) => done(null, corsOptions(found, request)), done);
    },
  });
  fastify.addHook('preHandler', (request, reply, done) => {
    const proceed = (): void => {
      // By the pattern of the route, because an address can be spelled in several ways.
      const isOfApi = request.routeOptions.url?.startsWith(`${base}/`) ?? false;
      request.usesTokens = isOfApi && bearerOf(request) !== null;
      if (!mayUseSession(request)) {
        request.cookies = {};
        if (request.usesTokens) delete request.headers.authorization;
      }
      // The plugin has answered the permitted preflights. Without this line, the others would be answered as unknown paths.
      if (isApiCall(request) && isPreflight(request)) reply.code(200).send();
      else done();
    };
    const judgement = origins.judge(request);
    if (judgement instanceof Promise) judgement.then(proceed, done);
    else proceed();
  });
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (!mayUseSession(request) || request.usesTokens) reply.removeHeader('set-cookie');
    done();
  });
}

/**
 * Registers the plugin so that it runs only for requests with `Origin`. For others it would only set `Vary`, which all answers
 * have.
 */
function registerCors(fastify: FastifyInstance, options: FastifyCorsOptions): Promise<void> {
  const addHook = (name: 'preHandler', hook: preHandlerHookHandler): FastifyInstance =>
    fastify.addHook(name, (request, reply, done) => {
      if (request.headers.origin === undefined) done();
      else hook.call(fastify, request, reply, done);
    });
  const instance = Object.create(fastify, { addHook: { value: addHook } }) as FastifyInstance;
  return new Promise((resolve, reject) => {
    cors(instance, options, (error) => (error ? reject(error) : resolve()));
  });
}

function corsOptions({ readable }: Judgement, request: FastifyRequest): FastifyCorsOptions {
  if (!readable) return NO_CORS;
  return { ...ALLOWED, origin: request.headers.origin, preflight: isPreflight(request) };
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Answers OPTIONS requests that are not preflights: the `Allow` header lists the methods of the path. Unknown paths get 404. */
function answerOptions(fastify: FastifyInstance, base: string): void {
  const methods = new Map<string, string[]>();
  fastify.addHook('onRoute', ({ url, method, config }) => {
    if (!url.startsWith(`${base}/`) || method === 'OPTIONS') return;
    const allowed = [method].flat();
    if (allowed.includes('GET') && config?.head !== false) allowed.push('HEAD');
    const known = methods.get(url);
    if (known) {
      known.push(...allowed);
      return;
    }
    methods.set(url, allowed);
    fastify.options(url, async (_request, reply) => {
      return reply.header('allow', [...allowed, 'OPTIONS'].join(', ')).send();
    });
  });
}
