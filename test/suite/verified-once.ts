import type * as Argon2 from 'argon2';

/**
 * Setup of Jest: a process verifies the same password against the same hash once, since a verification takes 30 ms and has always the
 * same result. Hashes are computed each time, because their salts differ.
 */
jest.mock('argon2', () => {
  const argon2 = jest.requireActual<typeof Argon2>('argon2');
  const verified = new Map<string, Promise<boolean>>();
  return {
    ...argon2,
    verify: (hash: string, plain: string) => {
      const key = JSON.stringify([hash, plain]);
      const result = verified.get(key) ?? argon2.verify(hash, plain);
      verified.set(key, result);
      return result;
    },
  };
});
