import { availableParallelism } from 'node:os';
import type { Passwords } from '#libs/password';

/** The client for the queue of password hashing. */
const CLIENT = 'import';

interface WithPassword {
  readonly part: { readonly password?: string; readonly password_hash?: string };
  readonly current: { readonly passwordHash?: string | null };
}

/**
 * The hash to store for each customer: from the file, or of the password in the file. Undefined if the file has neither, or if the
 * stored hash fits the password (a new hash would differ each time).
 */
export async function newHash(
  passwords: Passwords,
  customers: readonly WithPassword[],
): Promise<(string | undefined)[]> {
  const hashes = customers.map(({ part }) => part.password_hash);
  const waiting = customers.flatMap(({ part, current }, n) =>
    part.password === undefined ? [] : [{ n, password: part.password, stored: current.passwordHash ?? null }],
  );
  // One for each core, because the queue for hashes has a limit.
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { n, password, stored } = next;
      if (stored !== null && (await passwords.verify(password, stored, CLIENT))) continue;
      hashes[n] = await passwords.hash(password, CLIENT);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return hashes;
}
