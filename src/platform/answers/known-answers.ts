import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { mayUseSession } from '#platform/access';
import { hasTwoHosts } from '#platform/http';
import { AnswerCache, type MadeAnswer } from './answer-cache';

/** What an answer from memory looked like when it passed all hooks: only these requests get the next one without them. */
interface KnownAddress extends Pick<FastifyRequest, 'query' | 'body' | 'routeOptions'> {
  /** The version of the published content, which has the websites that the fan club trusts. */
  readonly version: number;
  /** That of the hosts of fan clubs, by which requests are routed. */
  readonly hostsVersion: number;
  /** By {@link senderOf}. */
  readonly heads: Map<string, Head>;
  readonly count: (milliseconds: number) => void;
}

interface Head {
  readonly headers: OutgoingHttpHeaders;
  /** Whether the session cookie counts. */
  readonly mayUseSession: boolean;
}

/** The maximum number of addresses, and of different senders for each of them. Both are short, which bounds the memory. */
const MAX_ADDRESSES = 500;
const MAX_SENDERS = 8;
/** The maximum number of characters of an address, and of the headers that distinguish senders. */
const MAX_LENGTH = 512;

/** What the answers of {@link KnownAnswers} must not pass by. */
export interface Checks {
  /** Whether requests have to pass all hooks now: the load is too high, or the process is about to end. */
  readonly isSuspended: () => boolean;
  readonly hostsVersion: () => number;
  readonly requestId: (message: IncomingMessage) => string;
  /** Counts the answers of a route. */
  readonly counter: (route: string) => (milliseconds: number) => void;
}

/**
 * Sends cached answers before Fastify routes the request. It repeats the headers of an answer to the same address and the same kind of
 * sender that has passed all hooks, so that it decides nothing about origins, hosts and headers by itself.
 */
export class KnownAnswers {
  private readonly addresses = new LRUCache<string, KnownAddress>({ max: MAX_ADDRESSES });

  constructor(
    private readonly fastify: FastifyInstance,
    private readonly cache: AnswerCache,
    private readonly checks: Checks,
  ) {}

  /** Learns from a request that is about to get an answer from memory. */
  learn(request: FastifyRequest, reply: FastifyReply, { version }: MadeAnswer): void {
    const { url, originalUrl, query, body, routeOptions, raw } = request;
    const sender = senderOf(raw);
    if (url !== originalUrl || url.length > MAX_LENGTH || sender === null || reply.hasHeader('set-cookie'))
      return;
    let known = this.addresses.get(url);
    const hostsVersion = this.checks.hostsVersion();
    if (known?.version !== version || known.hostsVersion !== hostsVersion) {
      const count = this.checks.counter(routeOptions.url ?? '');
      known = { version, hostsVersion, query, body, routeOptions, heads: new Map(), count };
      this.addresses.set(url, known);
    }
    if (known.heads.size === MAX_SENDERS) known.heads.clear();
    const { 'x-request-id': _, ...headers } = reply.getHeaders();
    known.heads.set(sender, {
      headers: headers as OutgoingHttpHeaders,
      mayUseSession: mayUseSession(request),
    });
  }

  /** Whether the request has been answered. */
  answer(message: IncomingMessage, response: ServerResponse): boolean {
    const since = performance.now();
    const { url = '', headers } = message;
    const known = this.addresses.get(url);
    if (!known || !isPlain(message) || this.checks.isSuspended()) return false;
    if (known.hostsVersion !== this.checks.hostsVersion()) return false;
    const sender = senderOf(message);
    const head = sender === null ? undefined : known.heads.get(sender);
    if (!head) return false;
    const { query, body, routeOptions, version } = known;
    const cookies = head.mayUseSession && headers.cookie ? this.fastify.parseCookie(headers.cookie) : {};
    const { fastify: server } = this;
    const { log } = server;
    const asked = { method: 'GET', url, query, body, routeOptions, cookies, raw: message, server, log };
    const made = this.cache.find(asked);
    if (made?.version !== version) return false;
    const { bytes } = made.answer;
    response.writeHead(200, {
      ...head.headers,
      'x-request-id': this.checks.requestId(message),
      'content-length': bytes.length,
    });
    response.end(bytes);
    this.cache.record(true);
    known.count(performance.now() - since);
    return true;
  }
}

/** A GET of HTTP/1.1 without a body or credentials. */
function isPlain(message: IncomingMessage): boolean {
  const { method, httpVersion, headers } = message;
  return (
    method === 'GET' &&
    httpVersion === '1.1' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.authorization === undefined &&
    !hasTwoHosts({ raw: message })
  );
}

/** The headers that decide about the session and the headers of the answer. Null if they are too long to be remembered. */
function senderOf({ headers }: IncomingMessage): string | null {
  // As JSON, in which an absent header differs from every text.
  const sender = JSON.stringify([headers.host, headers.origin, headers.referer, headers['sec-fetch-site']]);
  return sender.length > MAX_LENGTH ? null : sender;
}

/**
 * Lets {@link KnownAnswers} answer first. Must be called before the service listens. Without it, every answer passes all hooks; so it is
 * while answers are logged.
 */
export function answerFirst(app: NestFastifyApplication, known: KnownAnswers): void {
  const { server, log }: FastifyInstance = app.getHttpAdapter().getInstance();
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const isAnswered = (message: IncomingMessage, response: ServerResponse): boolean => {
    try {
      return known.answer(message, response);
    } catch (error) {
      // Here it would end the process. The hooks handle errors.
      log.error({ err: error }, 'answer from memory failed');
      return response.headersSent;
    }
  };
  server.on('request', (message: IncomingMessage, response: ServerResponse) => {
    if (isAnswered(message, response)) return;
    for (const listener of listeners) listener.call(server, message, response as never);
  });
}
