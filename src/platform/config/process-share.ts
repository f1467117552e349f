import type { Config } from './config';

/** Connections that a process needs at least, so that a transaction never makes another request wait for its end. */
const LEAST_CONNECTIONS = 2;

/**
 * The configuration of one of several processes. They share the connections to the database and the passwords that are hashed at the
 * same time; everything else is per process.
 *
 * @param number of the process, from 1 to `count`
 */
export function shareOf(config: Config, number: number, count: number): Config {
  const { database, passwordQueue } = config;
  const part = (whole: number): number => Math.floor(whole / count) + (number <= whole % count ? 1 : 0);
  return Object.freeze({
    ...config,
    processNumber: number,
    database: Object.freeze({ ...database, poolSize: Math.max(part(database.poolSize), LEAST_CONNECTIONS) }),
    passwordQueue: Object.freeze({
      ...passwordQueue,
      concurrency: Math.max(part(passwordQueue.concurrency), 1),
    }),
  });
}
