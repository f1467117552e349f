import { ServerResponse } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseId } from '#libs/validation';
import {
  anonymous,
  FanclubElsewhere,
  type FanclubInfo,
  mayUseSession,
  PageNotFound,
  type Viewer,
} from '#platform/access';
import { clientNetwork, refuseLargeQuery } from '#platform/http';
import { LimitsService, TooManyRequests } from '#platform/limits';
import { Published } from '#platform/published';
import { ClubHosts, isBesideMainHost } from '#platform/tenants';
import { inRequest, LogInLookup, OpenidProviders, type OpenidRequest } from '#domains/openid';
import { backTo, notice } from './page';
import { PageAnswers } from './page-answers';

const PREFIX = '/fanclubs/:fanclubId/oidc';

/** The paths of the library that are served, exactly so. */
const PATHS = /^\/(?:auth(?:\/[\w-]+)?|token(?:\/revocation)?|me|jwks|\.well-known\/openid-configuration)$/;

/** The paths at which applications prove themselves with their secret. */
const TAKES_SECRETS = ['/token', '/token/revocation'];

/** What the library answered. */
interface Captured {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

/**
 * Serves the OpenID providers of all fan clubs below their issuers. The library reads bodies itself. Its answer is collected and sent by
 * Fastify, so that limits, deadlines, metrics and the log apply to it as to any other.
 */
export async function mountOpenid(app: NestFastifyApplication): Promise<void> {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const mount = { providers: app.get(OpenidProviders), published: app.get(Published) };
  const rest = { logIns: app.get(LogInLookup), limits: app.get(LimitsService), hosts: app.get(ClubHosts) };
  const parts = { ...mount, ...rest };
  await fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url: `${PREFIX}/*`,
      handler: (request, reply) => serve(parts, app.get(PageAnswers), request, reply),
    });
    done();
  });
}

interface Parts {
  readonly providers: OpenidProviders;
  readonly published: Published;
  readonly logIns: LogInLookup;
  readonly limits: LimitsService;
  readonly hosts: ClubHosts;
}

async function serve(parts: Parts, answers: PageAnswers, request: FastifyRequest, reply: FastifyReply) {
  const fanclub = await fanclubOf(parts.published, request);
  // Reads were redirected; anything else is for the issuer's address only.
  if (isBesideMainHost(request, parts.hosts, fanclub.id)) throw new PageNotFound();
  const path = /^\/fanclubs\/[^/?]+\/oidc(\/[^?]*)/.exec(request.url)?.[1];
  // The library folds case and slashes; the limits below do not. Log-outs are pages of ours.
  if (path === undefined || !PATHS.test(path)) throw new PageNotFound();
  refuseLargeQuery(request);
  const network = clientNetwork(request);
  const isLogIn = path === '/auth' || path.startsWith('/auth/');
  const logIn = isLogIn && mayUseSession(request) ? await parts.logIns.of(request, fanclub.id) : null;
  // Each authorization of a visitor without log-in stores a record.
  if (path === '/auth' && logIn === null) {
    const viewer = anonymous(fanclub, { network, requestId: request.id });
    // Counted apart from passwords, so that neither uses up the other's limit.
    await parts.limits.count(viewer, { loginNetwork: `authorizations ${network}` });
  }
  const errorPage = (description: string) => {
    const viewer = anonymous(fanclub, { network, requestId: request.id });
    const shown = notice('That did not work', [errorText(description)], backTo(fanclub));
    const html = answers.prepare(request, reply, { ...shown, status: 400 }, viewer);
    return { html, headers: {} };
  };
  const work = () => answerOf(parts.providers, fanclub, path, request);
  const context = { logIn, errorPage, wrongSecret: null };
  const answered = TAKES_SECRETS.includes(path)
    ? await limited(
        parts.limits,
        anonymous(fanclub, { network, requestId: request.id }),
        context,
        work,
      ).catch(tooMany)
    : await inRequest(context, work);
  send(request, reply, answered);
  return reply;
}

/** @throws PageNotFound, FanclubElsewhere */
async function fanclubOf(published: Published, request: FastifyRequest): Promise<FanclubInfo> {
  const id = parseId((request.params as { fanclubId: string }).fanclubId);
  const fanclub = id === null ? null : await published.byId(id);
  if (!fanclub) throw new PageNotFound();
  if (fanclub.movedTo !== null) throw new FanclubElsewhere();
  return fanclub;
}

/**
 * Limits wrong secrets as wrong passwords, but counts them apart: of a client network, which then must wait; and for an application, where
 * a right one still counts, because anybody knows the client id and nobody can guess a secret of 256 bits.
 *
 * @throws TooManyRequests
 */
async function limited(
  limits: LimitsService,
  viewer: Viewer,
  context: OpenidRequest,
  work: () => Promise<Captured>,
): Promise<Captured> {
  const event = await limits.begin(viewer, { loginNetwork: `secrets ${viewer.source.network}` });
  let counts: ['loginNetwork'] | [] = [];
  const refusals: TooManyRequests[] = [];
  const wrongSecret = async (clientId: string): Promise<void> => {
    await limits.count(viewer, { loginEmail: `secrets ${clientId}` }).catch((error: unknown) => {
      if (!(error instanceof TooManyRequests)) throw error;
      refusals.push(error);
    });
  };
  try {
    const answered = await inRequest({ ...context, wrongSecret }, work);
    if (answered.status === 401) counts = ['loginNetwork'];
    for (const refusal of refusals) throw refusal;
    return answered;
  } finally {
    await limits.settle(event, { counts });
  }
}

/** Applications read JSON (RFC 6749, 5.2). */
function tooMany(error: unknown): Captured {
  if (!(error instanceof TooManyRequests)) throw error;
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  const body = Buffer.from(JSON.stringify({ error: 'temporarily_unavailable' }));
  return { status: 429, headers: { ...headers, 'retry-after': String(error.retryAfter) }, body };
}

/** Lets the provider answer a request, at a path below its issuer. */
async function answerOf(
  providers: OpenidProviders,
  fanclub: FanclubInfo,
  path: string,
  { raw, url }: FastifyRequest,
): Promise<Captured> {
  const provider = await providers.of(fanclub);
  const { protocol, host, pathname } = new URL(provider.issuer);
  // Not those of the client or a proxy: the issuer decides.
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  raw.headers['x-forwarded-host'] = host;
  // The library takes what they differ by for its place, which is that of the issuer.
  raw.url = path + (url.includes('?') ? url.slice(url.indexOf('?')) : '');
  Object.assign(raw, { originalUrl: pathname + raw.url });
  const { response, captured } = capture(raw);
  await provider.callback()(raw, response);
  return captured;
}

/** A response without a connection, and what is written to it. */
function capture(raw: FastifyRequest['raw']): { response: ServerResponse; captured: Promise<Captured> } {
  const response = new ServerResponse(raw);
  const chunks: Buffer[] = [];
  const add = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const captured = new Promise<Captured>((resolve) => {
    response.write = (chunk: unknown) => {
      add(chunk);
      return true;
    };
    response.end = (chunk?: unknown) => {
      add(chunk);
      const headers = response.getHeaders() as Captured['headers'];
      resolve({ status: response.statusCode, headers, body: Buffer.concat(chunks) });
      response.emit('finish');
      return response;
    };
  });
  return { response, captured };
}

function send(request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Captured): void {
  if (status >= 400) request.outcome = status >= 500 ? 'fault' : 'error';
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'content-length') continue;
    if (name === 'vary') reply.header('vary', `${String(reply.getHeader('vary'))}, ${String(value)}`);
    else reply.header(name, value);
  }
  // Applications of other origins read tokens and claims, if the provider permits them.
  if (headers['access-control-allow-origin']) reply.header('cross-origin-resource-policy', 'cross-origin');
  // The library describes its redirects in HTML, which no browser shows.
  const isRedirect = headers.location !== undefined;
  if (isRedirect) reply.removeHeader('content-type');
  reply.status(status).send(isRedirect || body.length === 0 ? undefined : body);
}

/** The library's words for developers, after a sentence for members. */
const errorText = (description: string): string =>
  `The application has sent a request that we cannot answer (${description}). Go back to it and try again, or tell its operators.`;
