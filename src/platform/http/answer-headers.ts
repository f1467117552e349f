import type { FastifyInstance } from 'fastify';

/** Headers by name. */
export type Headers = Readonly<Record<string, string>>;

/** Nobody keeps an answer, sniffs at it, frames it, shows it in a page of another site, or learns from where it was asked for. */
const HEADERS: Headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  // What decides whose answer it is: see the origin gate.
  vary: 'Origin, Referer, Sec-Fetch-Site, Cookie',
  'cross-origin-resource-policy': 'same-origin',
};

/** Seconds for which browsers that came by HTTPS come by nothing else. */
const HTTPS_ONLY = 31_536_000;

/** What every answer carries, whatever it answers. @param publicUrl where visitors reach the service */
export function headersOfAnswers(publicUrl: string): Headers {
  if (!publicUrl.startsWith('https:')) return HEADERS;
  return { ...HEADERS, 'strict-transport-security': `max-age=${HTTPS_ONLY}` };
}

/** Sends the headers with every answer, and the request's id, by which the log can be searched. */
export function answerHeaders(fastify: FastifyInstance, headers: Headers): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
  // Whoever passes a request on to the handler of unknown paths loses the headers that it had by then: all of them.
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (!reply.hasHeader('x-request-id')) {
      for (const [name, value] of Object.entries({ ...headers, 'x-request-id': request.id })) {
        if (!reply.hasHeader(name)) reply.header(name, value);
      }
    }
    done();
  });
}
