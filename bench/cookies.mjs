// Session cookies as browsers send them, sealed by the same library with the servers' key.
import secureSession from '@fastify/secure-session';
import Fastify from 'fastify';
import { sessionToken } from './seed/customers.mjs';

/** The `Cookie` headers of customers of club 1, beginning with `first`. */
export async function cookiesOf(sessionKey, first, count) {
  const fastify = Fastify();
  await fastify.register(secureSession, {
    cookieName: 'unused_session',
    key: Buffer.from(sessionKey, 'base64'),
  });
  await fastify.ready();
  const cookies = Array.from({ length: count }, (_, at) => {
    const token = sessionToken(first + at);
    const sealed = fastify.encodeSecureSession(fastify.createSecureSession({ token }));
    return `fanclub_session_1=${encodeURIComponent(sealed)}`;
  });
  await fastify.close();
  return cookies;
}
