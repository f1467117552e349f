import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { DataSource } from 'typeorm';
import { failure } from '#libs/envelope';
import { answerJsonp, asScript, rewriteBelow } from '#libs/jsonp';
import { registerSessions } from '#libs/session';
import { DtoPipe } from '#libs/validation';
import { dropVisitsAfterWrites, guardOrigins, ownOrigins, Visits } from '#platform/access';
import { AnswerCache, answerFirst, KnownAnswers, serveCachedAnswers } from '#platform/answers';
import { AppModule } from './app.module';
import type { Config } from '#platform/config';
import { requireCurrentSchema } from '#platform/database';
import {
  answerHeaders,
  answerProtocolError,
  answerTwoHosts,
  API_PATH,
  BODY_LIMIT,
  boundConnections,
  countRequests,
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
import { Metrics } from '#platform/metrics';
import {
  closeConnectionsWhenDraining,
  Lifecycle,
  logAnswers,
  logsAnswers,
  loggerOptions,
  type LogStream,
  logStream,
  NestLogger,
  PROJECT,
  RequestLog,
  surviveRejections,
} from '#platform/operations';
import { answerByProblems, StaffReference } from '#platform/staff';
import { separateHosts, serveStaffApp } from '#platform/staff-app';
import { ClubHosts, routeByHost, separateClubHosts } from '#platform/tenants';
import { answerByPages, mountOpenid } from '#pages';

/** Our own parsers read bodies; see `readBodies`. */
export const APP_OPTIONS = { bufferLogs: true, bodyParser: false, abortOnError: false } as const;

/**
 * Creates the service, ready to listen or for injected requests.
 * @param additions more modules; `npm start` adds the help for developers
 * @throws SchemaMismatch when the schema of the database is not that of this version
 */
export async function createApp(
  config: Config,
  additions: readonly Type[] = [],
): Promise<NestFastifyApplication> {
  const module = AppModule.with(config, additions);
  const adapter = fastifyAdapter(config, await logStream(config.logFormat));
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, APP_OPTIONS);
  surviveRejections(app.getHttpAdapter().getInstance());
  try {
    // Before the parts of the app read their tables.
    await requireCurrentSchema(app.get(DataSource));
    return await prepareApp(app, config);
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** The HTTP server of the service and of tests. */
export function fastifyAdapter(config: Config, stream?: LogStream): FastifyAdapter {
  const headers = headersOfAnswers(config);
  return new FastifyAdapter({
    logger: loggerOptions(config.logLevel, stream, config.processNumber),
    // Fastify would log the URL of a request; `logAnswers` does not.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: RequestLog.of,
    genReqId: requestIds(config.trustedProxies),
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    requestTimeout: config.http.requestTimeout,
    // For idle connections: longer than any request may take.
    connectionTimeout: config.http.requestTimeout + config.http.answerTimeout,
    keepAliveTimeout: config.http.keepAliveTimeout,
    http: {
      headersTimeout: config.http.headersTimeout,
      maxHeaderSize: config.http.maxHeaderSize,
      // How often Node looks for slow requests. Its default of 30 seconds would delay the timeouts.
      connectionsCheckingInterval: 1_000,
    },
    return503OnClosing: false,
    forceCloseConnections: false,
    // HEAD is routed as GET, see `headAsGet`.
    exposeHeadRoutes: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      // Ids of any length reach the handlers, which answer them as unknown ids.
      maxParamLength: config.http.maxHeaderSize,
    },
    rewriteUrl: headAsGet(routeByHost(rewriteBelow(API_PATH))),
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      answerUnroutable(request, reply, headers),
    clientErrorHandler: (error, socket) => answerProtocolError(error, socket, headers),
  });
}

/** Adds hooks and other parts that modules cannot declare. The server and the tests use it. */
export async function prepareApp(
  app: NestFastifyApplication,
  config: Config,
): Promise<NestFastifyApplication> {
  const fastify = app.getHttpAdapter().getInstance();
  app.useLogger(new NestLogger(fastify.log));
  app.setGlobalPrefix(API_PATH, {
    exclude: [
      'healthz',
      'readyz',
      'openapi.json',
      'docs',
      'docs/:file',
      'hosts/ask',
      '.well-known/fanclub',
      'fanclubs/*path',
      'staff/*path',
      'payments/*path',
      'demo-bank/*path',
    ],
  });
  app.useGlobalPipes(new DtoPipe());
  const headers = headersOfAnswers(config);
  refuseTwoHosts(fastify, headers);
  answerHeaders(fastify, headers);
  const refuse = (request: FastifyRequest, reply: FastifyReply) => answerUnknown(request, reply, headers);
  separateHosts(fastify, config.staff.url, refuse);
  const hosts = app.get(ClubHosts);
  separateClubHosts(fastify, hosts, config.publicUrl, refuse);
  RequestLog.describeRequests(fastify);
  logAnswers(fastify);
  ignoreExpectations(fastify);
  const metrics = app.get(Metrics);
  const counter = countRequests(fastify, metrics);
  boundConnections(fastify, config.http.maxConnections, metrics);
  const isLoadTooHigh = shedLoad(fastify, config.http, metrics);
  keepDeadline(fastify, config.http.answerTimeout);
  answerJsonp(fastify);
  refuseHeads(fastify);
  readBodies(fastify);
  answerByPages(app, API_PATH);
  answerByProblems(fastify);
  const { session } = config;
  await registerSessions(fastify, { keys: [...session.keys], lifetime: session.absoluteLifetime });
  await guardOrigins(app, API_PATH);
  dropVisitsAfterWrites(fastify, app.get(Visits));
  const lifecycle = app.get(Lifecycle);
  const known = new KnownAnswers(fastify, app.get(AnswerCache), {
    isSuspended: () => isLoadTooHigh() || lifecycle.isDraining || lifecycle.isRetiring,
    requestId: requestIds(config.trustedProxies),
    counter,
    hostsVersion: () => hosts.version,
  });
  serveCachedAnswers(app, known.learn.bind(known));
  // Not the address for IPv6, which policies cannot name.
  const named = (url: string) => ownOrigins(url).filter((origin) => !origin.includes('['));
  const [origins, pictures] = [named(config.staff.url ?? config.publicUrl), named(config.publicUrl)];
  await serveStaffApp(fastify, join(PROJECT, 'staff-app', 'dist'), origins, pictures);
  await mountOpenid(app);
  app.get(StaffReference).describes(app);
  closeConnectionsWhenDraining(fastify, lifecycle);
  if (!logsAnswers(fastify)) answerFirst(app, known);
  await app.init();
  await fastify.ready();
  return app;
}

/** Answers a path that cannot be decoded as an unknown path. Hooks do not run for it. */
function answerUnroutable(request: FastifyRequest, reply: FastifyReply, headers: Headers): void {
  if (hasTwoHosts(request)) return answerTwoHosts(reply, headers);
  answerUnknown(request, reply, headers);
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply, headers: Headers): void {
  reply.status(404).headers(headers).header('x-request-id', request.id);
  reply.type('application/json; charset=utf-8');
  void reply.send(asScript(request, reply, JSON.stringify(failure([TEXTS.notFound]))));
}
