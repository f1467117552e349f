// The peer: what a good engineer would write by hand for the routes that are measured, without a framework over Fastify and pg.
// One named statement for each request. It caches no data, because the service's cache is part of the measurement.
import secureSession from '@fastify/secure-session';
import Fastify, { LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import { account } from './routes/account.mjs';
import { contests } from './routes/contests.mjs';
import { events } from './routes/events.mjs';
import { fanclub } from './routes/fanclub.mjs';
import { orders } from './routes/orders.mjs';
import { plans } from './routes/plans.mjs';
import { shipping } from './routes/shipping.mjs';
import { subscriptions } from './routes/subscriptions.mjs';

const { env } = process;

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  vary: 'Origin, Referer, Sec-Fetch-Site, Cookie',
  'cross-origin-resource-policy': 'same-origin',
  ...(env.PUBLIC_URL.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  'content-type': 'application/json; charset=utf-8',
};
const REQUEST_ID = /^[\w-]{8,64}$/;

const fastify = Fastify({
  logger: { level: env.LOG_LEVEL ?? 'warn' },
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: ({ headers }) => {
    const given = headers['x-request-id'];
    return given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
  },
  bodyLimit: 65_536,
  requestTimeout: 15_000,
  exposeHeadRoutes: false,
});

await fastify.register(secureSession, {
  sessionName: 'unusedSession',
  cookieName: 'unused_session',
  key: env.SESSION_KEYS.split(',').map((key) => Buffer.from(key, 'base64')),
  expiry: 30 * 86_400,
});

fastify.addHook('onRequest', (request, reply, done) => {
  reply.headers(HEADERS).header('x-request-id', request.id);
  done();
});

fastify.setErrorHandler((error, request, reply) => {
  const known = error.messages !== undefined;
  if (!known) request.log.error(error);
  return reply.status(200).send({
    status: 'error',
    messages: error.messages ?? ['Something went wrong. Please try again later.'],
  });
});

for (const routes of [fanclub, plans, events, contests, account, orders, subscriptions, shipping]) {
  routes(fastify, { publicUrl: env.PUBLIC_URL });
}

process.on('SIGTERM', () => process.exit(0));
await fastify.listen({ port: Number(env.PORT), host: '127.0.0.1' });
