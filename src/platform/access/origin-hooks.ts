import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify';
import { type Judgement, mayUseSession, OriginGate } from './origin-gate';

/** CORS permissions of pages that may read the answer (decisions 3.5). `Api-Key` is no header for browsers. */
const ALLOWED: FastifyCorsOptions = {
  credentials: true,
  methods: ['GET', 'POST'],
  allowedHeaders: ['Content-Type', 'Authorization'],
  /** Seconds. */
  maxAge: 600,
  // The specification knows 200 and 404 only.
  optionsSuccessStatus: 200,
};

const NO_CORS: FastifyCorsOptions = { origin: false };

/**
 * Puts the origin gate before every route (decisions 3.4, 3.5): a request that may not use the visitor's session loses its
 * cookies on the way in, and its answer those on the way out, whatever the handler does. To be called after cookies are
 * registered and before the routes are: at the end, what is taken away must be there already.
 *
 * @param base path of the API, the only one that pages of other websites may call; without slash at its end
 */
export async function guardOrigins(app: NestFastifyApplication, base: string): Promise<void> {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const gate = app.get(OriginGate);
  const isApiCall = ({ url }: FastifyRequest): boolean => url.startsWith(`${base}/`);
  answerOptions(fastify, base);
  fastify.decorateRequest('provenance', null);
  await registerCors(fastify, {
    // Not earlier: the key may stand in the body.
    hook: 'preHandler',
    delegator: (
      request: FastifyRequest,
      done: (error: Error | null, options?: FastifyCorsOptions) => void,
    ) => {
      if (!isApiCall(request)) return done(null, NO_CORS);
      const judgement = gate.judge(request);
      if (!(judgement instanceof Promise)) return done(null, corsOptions(judgement, request));
      judgement.then((found) => done(null, corsOptions(found, request)), done);
    },
  });
  fastify.addHook('preHandler', (request, reply, done) => {
    const proceed = (): void => {
      if (!mayUseSession(request)) request.cookies = {};
      // The plugin has answered those whose answer may be read; to it, the others are requests for an unknown path.
      if (isApiCall(request) && isPreflight(request)) reply.code(200).send();
      else done();
    };
    const judgement = gate.judge(request);
    if (judgement instanceof Promise) judgement.then(proceed, done);
    else proceed();
  });
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (!mayUseSession(request)) reply.removeHeader('set-cookie');
    done();
  });
}

/**
 * Registers the plugin so that it is asked about requests that name an origin only. To others it has nothing to say but that
 * answers vary by it, which all answers say.
 */
function registerCors(fastify: FastifyInstance, options: FastifyCorsOptions): Promise<void> {
  const addHook = (name: 'preHandler', hook: preHandlerHookHandler): FastifyInstance =>
    fastify.addHook(name, (request, reply, done) => {
      if (request.headers.origin === undefined) done();
      else hook.call(fastify, request, reply, done);
    });
  const sparing = Object.create(fastify, { addHook: { value: addHook } }) as FastifyInstance;
  return new Promise((resolve, reject) => {
    cors(sparing, options, (error) => (error ? reject(error) : resolve()));
  });
}

function corsOptions({ readable }: Judgement, request: FastifyRequest): FastifyCorsOptions {
  if (!readable) return NO_CORS;
  return { ...ALLOWED, origin: request.headers.origin, preflight: isPreflight(request) };
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Tells who asks by OPTIONS, without being a preflight, which methods a path of the API has. Unknown paths stay unknown. */
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
