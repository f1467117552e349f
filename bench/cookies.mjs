// Fans with the session cookies that their browsers send over HTTPS, sealed by the same library with the servers' key. Cookies of the
// former name would be issued again with every answer, which happens to a browser once.
import secureSession from '@fastify/secure-session';
import Fastify from 'fastify';
import { clubOf, sessionToken } from './seed/customers.mjs';

/** The first customers of the measured fan club. */
export const firstFans = (sessionKey, size, count) =>
  fansOf(
    sessionKey,
    size,
    Array.from({ length: count }, (_, at) => at + 1),
  );

/** All customers of all fan clubs. Neighbours are of different fan clubs, as far as the sizes of the clubs allow. */
export function allFans(sessionKey, size) {
  const { customers } = size;
  return fansOf(
    sessionKey,
    size,
    Array.from({ length: customers }, (_, at) => 1 + ((at * STRIDE) % customers)),
  );
}

/** Has no factor in common with the numbers of customers, so that the strides visit all of them. */
const STRIDE = 7_919;

/** Each fan has `club`, the number of the fan club, and `cookie`, the `Cookie` header. */
async function fansOf(sessionKey, size, ids) {
  const fastify = Fastify();
  await fastify.register(secureSession, {
    cookieName: 'unused_session',
    key: Buffer.from(sessionKey, 'base64'),
  });
  await fastify.ready();
  const fans = ids.map((id) => {
    const club = clubOf(size, id);
    const sealed = fastify.encodeSecureSession(fastify.createSecureSession({ host_token: sessionToken(id) }));
    return { club, cookie: `__Host-fanclub_session_${club}=${encodeURIComponent(sealed)}` };
  });
  await fastify.close();
  return fans;
}
