import type * as Argon2 from 'argon2';

/**
 * Setup of Jest: a process hashes a password once, and verifies it against a hash once. Each takes 30 ms. libs/password has the tests of both,
 * and security-timing, which runs alone, compares times.
 */
jest.mock('argon2', () => {
  const argon2 = jest.requireActual<typeof Argon2>('argon2');
  const known = new Map<string, Promise<string | boolean>>();
  const once =
    <R extends string | boolean>(compute: (...input: never[]) => Promise<R>) =>
    (...input: unknown[]): Promise<R> => {
      const key = JSON.stringify([compute.name, ...input]);
      const result = (known.get(key) as Promise<R> | undefined) ?? compute(...(input as never[]));
      known.set(key, result);
      return result;
    };
  return { ...argon2, hash: once(argon2.hash), verify: once(argon2.verify) };
});
