import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ClubHosts, hostOwnerOf, type HostOwner, noteHost, ownHostOf } from './club-hosts';
import { EVERYWHERE, hostOf, insideClub, shortPath } from './host.rules';
import { originOfHost } from './hosted-pages';

declare module 'fastify' {
  interface FastifyInstance {
    clubHosts?: ClubHosts;
  }
}

/** Requests that are answered by a redirect to another path of their host. */
const redirects = new WeakMap<IncomingMessage, string>();

type Rewrite = (message: IncomingMessage) => string;

/**
 * Routes a request to the host of a fan club as one below the path of the fan club. Wraps the server's `rewriteUrl`. Only the header
 * `Host` counts: visitors can send `X-Forwarded-Host` through a proxy.
 */
export function routeByHost(rewrite: Rewrite): Rewrite {
  return function (this: FastifyInstance | undefined, message) {
    const hosts = this?.clubHosts;
    if (hosts) route(message, hosts);
    return rewrite(message);
  };
}

function route(message: IncomingMessage, hosts: ClubHosts): void {
  const owner = ownerOf(message, hosts);
  noteHost(message, owner);
  if (owner.of !== 'club') return;
  const isRead = message.method === 'GET' || message.method === 'HEAD';
  const inside = insideClub(message.url ?? '', owner.fanclubId, isRead);
  if ('redirect' in inside) redirects.set(message, inside.redirect);
  else message.url = inside.url;
}

/** A target in absolute form takes the place of `Host` (RFC 9112, 3.2.2). A request that names two hosts is for none of them. */
function ownerOf(message: IncomingMessage, hosts: ClubHosts): HostOwner {
  const owner = hosts.ownerOf(message.headers.host);
  const [start, named] = /^https?:\/\/([^/?#]*)/i.exec(message.url ?? '') ?? [];
  if (start === undefined) return owner;
  const byTarget = hosts.ownerOf(named);
  if (owner.of === 'service' && byTarget.of === 'service') return owner;
  if (hostOf(named) !== hostOf(message.headers.host ?? '')) return { of: 'nobody' };
  const rest = message.url!.slice(start.length);
  message.url = rest.startsWith('/') ? rest : `/${rest}`;
  return owner;
}

const HSTS = 'strict-transport-security';

/** Images are embedded, so their addresses stay where they are. */
const PAGES = /^\/fanclubs\/:fanclubId\/(?!images\/)/;

/**
 * Refuses hosts of nobody, and sends browsers to the addresses at which pages are: short ones on the main host of their fan club. Must be
 * called before the hooks that read the request.
 *
 * @param refuse answers as at an unknown path
 */
export function separateClubHosts(
  fastify: FastifyInstance,
  hosts: ClubHosts,
  publicUrl: string,
  refuse: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  fastify.decorate('clubHosts', hosts);
  fastify.addHook('onRequest', (request, reply, done) => {
    const owner = hostOwnerOf(request);
    const route = request.routeOptions.url ?? '';
    if (hosts.refuses(owner)) return EVERYWHERE.has(route) ? done() : refuse(request, reply);
    const path = redirects.get(request.raw);
    if (path !== undefined && owner.of === 'club')
      return void reply.redirect(originOfHost(publicUrl, owner.host) + path, 302);
    const main =
      request.method === 'GET' && PAGES.test(route) ? mainAddress(request, hosts, publicUrl) : null;
    if (main === null) return done();
    reply.redirect(main, 302);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode < 400 && isForOthers(request)) hosts.noteUse(request.headers.host);
    done();
  });
  // The subdomains of a fan club's host are its own: they need no HTTPS because of the service.
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    const hsts = ownHostOf(request) === null ? undefined : reply.getHeader(HSTS);
    if (typeof hsts === 'string') reply.header(HSTS, hsts.replace(/; *includeSubDomains/i, ''));
    done();
  });
}

/** Whether a request used the service itself, or a fan club's pages at a host that is not one of that fan club. */
function isForOthers(request: FastifyRequest): boolean {
  const route = request.routeOptions.url ?? '';
  if (route.startsWith('/api/') || route.startsWith('/staff/')) return true;
  const owner = hostOwnerOf(request);
  const { fanclubId } = (request.params ?? {}) as { fanclubId?: string };
  return fanclubId !== undefined && (owner.of !== 'waiting' || Number(fanclubId) !== owner.fanclubId);
}

/** The address of a page on the main host of its fan club; null if the request came there, or if the club has none. */
function mainAddress(request: FastifyRequest, hosts: ClubHosts, publicUrl: string): string | null {
  const id = (request.params as { fanclubId: string }).fanclubId;
  const [main] = hosts.clubOf(Number(id)).hosts;
  if (main === undefined || ownHostOf(request)?.host === main) return null;
  const [path] = request.url.split('?', 1);
  // The path may be spelled in another way than the route, and is then not shortened.
  const [, page] = /^\/fanclubs\/\d+(\/.*)$/.exec(path) ?? [];
  if (page === undefined) return null;
  return originOfHost(publicUrl, main) + shortPath(page) + request.url.slice(path.length);
}

/** Whether a page was asked for at an address where its fan club shows none: it has a main host, and the request came to another. */
export function isBesideMainHost(request: FastifyRequest, hosts: ClubHosts, fanclubId: number): boolean {
  const [main] = hosts.clubOf(fanclubId).hosts;
  return main !== undefined && ownHostOf(request)?.host !== main;
}
