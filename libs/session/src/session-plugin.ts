import secureSession from '@fastify/secure-session';
import type { FastifyInstance } from 'fastify';

const KEY_BYTES = 32;

/** Keys and lifetime of sealed cookies. */
export interface SessionPluginOptions {
  /** Keys of 32 bytes each, newest first: the first seals, all open. */
  keys: readonly Buffer[];
  /** Seconds after which a sealed cookie expires: the absolute lifetime of a session. */
  lifetime: number;
}

/** Throws a RangeError unless there is a key and each has 32 bytes. The plugin itself accepts a list if one of its keys is valid. */
function assertSessionKeys(keys: readonly Buffer[]): void {
  if (keys.length === 0) throw new RangeError('Sessions need at least one key.');
  keys.forEach((key, index) => {
    if (key.length !== KEY_BYTES) {
      throw new RangeError(`Session key ${index + 1} has ${key.length} bytes instead of ${KEY_BYTES}.`);
    }
  });
}

/**
 * Registers the plugins that parse, set, seal and open cookies. Call it before the routes are registered. The session plugin's
 * own cookie is not used: its name is fixed at start, but each tenant needs a cookie with its own name.
 */
export async function registerSessions(
  fastify: FastifyInstance,
  options: SessionPluginOptions,
): Promise<void> {
  assertSessionKeys(options.keys);
  await fastify.register(secureSession, {
    sessionName: 'unusedSession',
    cookieName: 'unused_session',
    key: [...options.keys],
    expiry: options.lifetime,
  });
}
