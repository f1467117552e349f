import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { type Jsonp, readAddress } from './address';
import { renderJsonp } from './callback';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False: the route never answers by JSONP. Declared with {@link NoJsonp}. */
    jsonp?: boolean;
  }
}

const HEADERS = {
  // Has no effect when a page loads the script. If the browser opens the URL itself, it saves a file.
  'content-disposition': 'attachment; filename="f.txt"',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The keys are Node's requests, because `rewriteUrl` runs before Fastify creates its own. */
const jsonpRequests = new WeakMap<IncomingMessage, Jsonp>();

/** Disables JSONP for this handler: it ignores the callback, and a JSONP write is an unknown path. */
export const NoJsonp = (): MethodDecorator => RouteConfig({ jsonp: false });

/** The server's `rewriteUrl`: rewrites requests below `base` as {@link readAddress} specifies, before routing. */
export function rewriteBelow(base: string): (message: IncomingMessage) => string {
  return (message) => {
    const { method, url, jsonp } = readAddress(message.method ?? '', message.url ?? '', base);
    message.method = method;
    if (jsonp) jsonpRequests.set(message, jsonp);
    return url;
  };
}

/** The JSONP parameters of a request; null if it is not JSONP or its route has {@link NoJsonp}. */
export function jsonpOf(request: Pick<FastifyRequest, 'raw' | 'routeOptions'>): Jsonp | null {
  const jsonp = jsonpRequests.get(request.raw);
  // Read last: Fastify creates `routeOptions` at each access.
  return jsonp === undefined || request.routeOptions.config.jsonp === false ? null : jsonp;
}

/** Turns every response to a JSONP request into a script; the status stays. Call it before the routes are registered. */
export function answerJsonp(fastify: FastifyInstance): void {
  // Runs after all `onRequest` hooks, which run for an unknown path as well.
  fastify.addHook('preParsing', (request, reply, _payload, next) => {
    const isWrite = jsonpRequests.get(request.raw)?.isWrite ?? false;
    if (isWrite && request.routeOptions.config.jsonp === false) reply.callNotFound();
    else next();
  });
  fastify.addHook('onSend', (request, reply, payload, done) =>
    done(null, typeof payload === 'string' ? asScript(request, reply, payload) : payload),
  );
}

/** A JSON response as a script, with its headers set, if the request is JSONP; else unchanged. For responses that run no hook. */
export function asScript(request: FastifyRequest, reply: FastifyReply, text: string): string {
  const callback = jsonpOf(request)?.callback;
  if (!callback || !String(reply.getHeader('content-type')).startsWith('application/json')) return text;
  reply.type('text/javascript; charset=utf-8').headers(HEADERS);
  return renderJsonp(callback, text);
}
