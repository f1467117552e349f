// Fans with the session cookies that their browsers send over HTTPS, sealed by the same library with the servers' key. Cookies of the
// former name would be issued again with every answer, which happens to a browser once.
import secureSession from '@fastify/secure-session';
import Fastify from 'fastify';
import { clubOf, isMember, sessionToken } from './seed/customers.mjs';

/** The first customers of the measured fan club. */
export const firstFans = (sessionKey, size, count) =>
  fansOf(
    sessionKey,
    size,
    Array.from({ length: count }, (_, at) => at + 1),
  );

/** The first customers of the measured fan club who have a membership with exclusive access. */
export const firstMembers = (sessionKey, size, count) =>
  fansOf(sessionKey, size, memberIds(size).slice(0, count));

/** How many customers of the measured fan club have such a membership. */
export const membersOf = (size) => memberIds(size).length;

const memberIds = ({ measured }) =>
  Array.from({ length: measured.customers }, (_, at) => at + 1).filter(isMember);

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

/** Each fan has `id`, `club`, the number of the fan club, and `cookie`, the `Cookie` header. */
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
    return { id, club, cookie: `__Host-fanclub_session_${club}=${encodeURIComponent(sealed)}` };
  });
  await fastify.close();
  return fans;
}
