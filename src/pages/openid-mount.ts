import { ServerResponse } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseId } from '#libs/validation';
import { FanclubElsewhere, type FanclubInfo, mayUseSession, anonymous, PageNotFound } from '#platform/access';
import { clientNetwork } from '#platform/http';
import { LimitsService } from '#platform/limits';
import { Published } from '#platform/published';
import { inRequest, LogInLookup, OpenidProviders } from '#domains/openid';
import { backTo, notice } from './page';
import { PageAnswers } from './page-answers';

const PREFIX = '/fanclubs/:fanclubId/oidc';

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
  const parts = { ...mount, logIns: app.get(LogInLookup), limits: app.get(LimitsService) };
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
}

async function serve(parts: Parts, answers: PageAnswers, request: FastifyRequest, reply: FastifyReply) {
  const fanclub = await fanclubOf(parts.published, request);
  const path = /^\/fanclubs\/[^/?]+\/oidc(\/[^?]*)/.exec(request.url)?.[1];
  if (path === undefined) throw new PageNotFound();
  const network = clientNetwork(request);
  const isLogIn = path === '/auth' || path.startsWith('/auth/');
  const logIn = isLogIn && mayUseSession(request) ? await parts.logIns.of(request, fanclub.id) : null;
  const errorPage = (description: string) => {
    const viewer = anonymous(fanclub, { network, requestId: request.id });
    const shown = notice('That did not work', [errorText(description)], backTo(fanclub));
    const html = answers.prepare(request, reply, { ...shown, status: 400 }, viewer);
    return { html, headers: {} };
  };
  const work = () => answerOf(parts.providers, fanclub, path, request);
  const answered = await inRequest({ logIn, errorPage }, () =>
    path.startsWith('/token') ? limited(parts.limits, fanclub, network, request.id, work) : work(),
  );
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

/** Wrong secrets count as wrong passwords of a client network. @throws TooManyRequests */
async function limited(
  limits: LimitsService,
  fanclub: FanclubInfo,
  network: string,
  requestId: string,
  work: () => Promise<Captured>,
): Promise<Captured> {
  const event = await limits.begin(anonymous(fanclub, { network, requestId }), { loginNetwork: network });
  let counts: ['loginNetwork'] | [] = [];
  try {
    const answered = await work();
    if (answered.status === 401) counts = ['loginNetwork'];
    return answered;
  } finally {
    await limits.settle(event, { counts });
  }
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
