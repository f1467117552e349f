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
  // A page that loads the script does not mind; whoever opens the address gets a file that does nothing.
  'content-disposition': 'attachment; filename="f.txt"',
  'cross-origin-resource-policy': 'cross-origin',
};

/** By the message that Node received: it is there before the request of the framework is. */
const asked = new WeakMap<IncomingMessage, Jsonp>();

/** A handler that answers in JSON whatever is asked for: the callback is an unknown parameter to it, a JSONP write an unknown path. */
export const NoJsonp = (): MethodDecorator => RouteConfig({ jsonp: false });

/** The server's `rewriteUrl`: sends requests below `base` where {@link readAddress} says, before they are routed. */
export function rewriteBelow(base: string): (message: IncomingMessage) => string {
  return (message) => {
    const { method, url, jsonp } = readAddress(message.method ?? '', message.url ?? '', base);
    message.method = method;
    if (jsonp) asked.set(message, jsonp);
    return url;
  };
}

/** What a request asks for besides its route; null if it is not JSONP, or goes to a route that has none. */
export function jsonpOf(request: FastifyRequest): Jsonp | null {
  const jsonp = asked.get(request.raw);
  // Asked last: the server makes these options anew for each who asks.
  return jsonp === undefined || request.routeOptions.config.jsonp === false ? null : jsonp;
}

/**
 * Makes a script of every answer to JSONP on its way out, whoever made it and whatever it says; its status stays. To be called
 * before the routes are registered.
 */
export function answerJsonp(fastify: FastifyInstance): void {
  // Once all hooks of `onRequest` have run, which an unknown path has passed too.
  fastify.addHook('preParsing', (request, reply, _payload, next) => {
    const isWrite = asked.get(request.raw)?.isWrite ?? false;
    if (isWrite && request.routeOptions.config.jsonp === false) reply.callNotFound();
    else next();
  });
  fastify.addHook('onSend', (request, reply, payload, done) =>
    done(null, typeof payload === 'string' ? asScript(request, reply, payload) : payload),
  );
}

/** The text of an answer as its request wants it, with the headers for that; for answers that pass no hook. */
export function asScript(request: FastifyRequest, reply: FastifyReply, text: string): string {
  const callback = jsonpOf(request)?.callback;
  if (!callback || !String(reply.getHeader('content-type')).startsWith('application/json')) return text;
  reply.type('text/javascript; charset=utf-8').headers(HEADERS);
  return renderJsonp(callback, text);
}
