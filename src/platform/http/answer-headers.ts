import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config';

/** Headers by name. */
export type Headers = Readonly<Record<string, string>>;

/** Answers are not stored, sniffed, framed or embedded by other sites, and links in them send no referrer. */
const HEADERS: Headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  // The request headers that decide whether the session may be used; see `access/origin.rules.ts`.
  vary: 'Origin, Referer, Sec-Fetch-Site, Cookie',
  'cross-origin-resource-policy': 'same-origin',
};

/** After an answer over HTTPS, browsers use only HTTPS for this many seconds. */
const HTTPS_ONLY = 31_536_000;

/** The headers of every answer. */
export function headersOfAnswers({
  publicUrl,
  hstsIncludesSubdomains,
}: Pick<Config, 'publicUrl' | 'hstsIncludesSubdomains'>): Headers {
  if (!publicUrl.startsWith('https:')) return HEADERS;
  const scope = hstsIncludesSubdomains ? '; includeSubDomains' : '';
  return { ...HEADERS, 'strict-transport-security': `max-age=${HTTPS_ONLY}${scope}` };
}

/** Sends the headers with every answer, and the request's id, for searching the log. */
export function answerHeaders(fastify: FastifyInstance, headers: Headers): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
  // `callNotFound` drops all headers that were set before.
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (!reply.hasHeader('x-request-id')) {
      for (const [name, value] of Object.entries({ ...headers, 'x-request-id': request.id })) {
        if (!reply.hasHeader(name)) reply.header(name, value);
      }
    }
    done();
  });
}
