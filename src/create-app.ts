import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { failure } from '#libs/envelope';
import { answerJsonp, asScript, rewriteBelow } from '#libs/jsonp';
import { registerSessions } from '#libs/session';
import { DtoPipe } from '#libs/validation';
import { guardOrigins } from '#platform/access';
import { serveCachedAnswers } from '#platform/answers';
import { AppModule } from './app.module';
import type { Config } from '#platform/config';
import {
  answerHeaders,
  answerProtocolError,
  answerTwoHosts,
  API_PATH,
  BODY_LIMIT,
  boundConnections,
  headAsGet,
  type Headers,
  headersOfAnswers,
  ignoreExpectations,
  keepDeadline,
  hasTwoHosts,
  readBodies,
  refuseHeads,
  refuseTwoHosts,
  requestIds,
  shedLoad,
  TEXTS,
} from '#platform/http';
import {
  closeConnectionsWhenDraining,
  Lifecycle,
  logAnswers,
  loggerOptions,
  type LogStream,
  logStream,
  NestLogger,
  RequestLog,
  surviveRejections,
} from '#platform/operations';
import { answerPeopleOutsideApi, showPasswordsOnRequest, tellEarlyRefusalsByPages } from '#pages';

/** Bodies are read by parsers of our own; see `readBodies`. */
export const APP_OPTIONS = { bufferLogs: true, bodyParser: false, abortOnError: false } as const;

/**
 * Makes the service, ready to listen or to be injected into.
 *
 * @param additions modules besides those of the service; `npm start` adds the help for developers
 */
export async function createApp(
  config: Config,
  additions: readonly Type[] = [],
): Promise<NestFastifyApplication> {
  const module = AppModule.with(config, additions);
  const adapter = fastifyAdapter(config, await logStream(config.logFormat));
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, APP_OPTIONS);
  surviveRejections(app.getHttpAdapter().getInstance());
  return prepareApp(app, config);
}

/** The HTTP server under the service; tests build on the same one. */
export function fastifyAdapter(config: Config, stream?: LogStream): FastifyAdapter {
  const headers = headersOfAnswers(config.publicUrl);
  return new FastifyAdapter({
    logger: loggerOptions(config.logLevel, stream),
    // Fastify's own line about a request shows its URL; ours, below, does not.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: RequestLog.of,
    genReqId: requestIds(config.trustedProxies),
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    requestTimeout: config.http.requestTimeout,
    // For a connection on which nothing moves: longer than anybody is waited for who is still to be answered.
    connectionTimeout: config.http.requestTimeout + config.http.answerTimeout,
    keepAliveTimeout: config.http.keepAliveTimeout,
    http: {
      headersTimeout: config.http.headersTimeout,
      maxHeaderSize: config.http.maxHeaderSize,
      // How often Node looks for requests that are too slow; its own half a minute would be the real time-out.
      connectionsCheckingInterval: 1_000,
    },
    return503OnClosing: false,
    forceCloseConnections: false,
    // HEAD is routed as GET, see `headAsGet`.
    exposeHeadRoutes: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      // However long an id is, its handler answers it, as an unknown id.
      maxParamLength: config.http.maxHeaderSize,
    },
    rewriteUrl: headAsGet(rewriteBelow(API_PATH)),
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      answerUnroutable(request, reply, headers),
    clientErrorHandler: (error, socket) => answerProtocolError(error, socket, headers),
  });
}

/** Adds to a Nest application what it cannot declare in modules. The one place, for the server and for tests. */
export async function prepareApp(
  app: NestFastifyApplication,
  config: Config,
): Promise<NestFastifyApplication> {
  const fastify = app.getHttpAdapter().getInstance();
  app.useLogger(new NestLogger(fastify.log));
  app.setGlobalPrefix(API_PATH, { exclude: ['healthz', 'readyz', 'fanclubs/*path'] });
  app.useGlobalPipes(new DtoPipe());
  refuseTwoHosts(fastify, headersOfAnswers(config.publicUrl));
  answerHeaders(fastify, headersOfAnswers(config.publicUrl));
  logAnswers(fastify);
  ignoreExpectations(fastify);
  boundConnections(fastify, config.http.maxConnections);
  shedLoad(fastify, config.http);
  keepDeadline(fastify, config.http.answerTimeout);
  answerJsonp(fastify);
  refuseHeads(fastify);
  readBodies(fastify);
  tellEarlyRefusalsByPages(app);
  answerPeopleOutsideApi(app, API_PATH);
  showPasswordsOnRequest(app);
  const { session } = config;
  await registerSessions(fastify, { keys: [...session.keys], lifetime: session.absoluteLifetime });
  await guardOrigins(app, API_PATH);
  serveCachedAnswers(app);
  closeConnectionsWhenDraining(fastify, app.get(Lifecycle));
  await app.init();
  await fastify.ready();
  return app;
}

/** A path that cannot even be decoded is an unknown path. Hooks do not see it. */
function answerUnroutable(request: FastifyRequest, reply: FastifyReply, headers: Headers): void {
  if (hasTwoHosts(request)) return answerTwoHosts(reply, headers);
  reply.status(404).headers(headers).header('x-request-id', request.id);
  reply.type('application/json; charset=utf-8');
  void reply.send(asScript(request, reply, JSON.stringify(failure([TEXTS.notFound]))));
}
