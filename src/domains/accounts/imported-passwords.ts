import { availableParallelism } from 'node:os';
import type { Passwords } from '#libs/password';

/** The client that the limiter of password hashing sees during an import. */
const IMPORT = 'import';

interface WithPassword {
  readonly part: { readonly password?: string; readonly password_hash?: string };
  readonly current: { readonly passwordHash?: string | null };
}

/**
 * The hash to store for each customer: as the file gives it, or made from the password that it gives; undefined where it gives
 * neither, or where the hash stored now is one of that password (a new one would differ each time).
 */
export async function newHash(
  passwords: Passwords,
  customers: readonly WithPassword[],
): Promise<(string | undefined)[]> {
  const hashes = customers.map(({ part }) => part.password_hash);
  const waiting = customers.flatMap(({ part, current }, n) =>
    part.password === undefined ? [] : [{ n, password: part.password, stored: current.passwordHash ?? null }],
  );
  // As many at once as there are cores: the queue for hashes has a limit.
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { n, password, stored } = next;
      if (stored !== null && (await passwords.verify(password, stored, IMPORT))) continue;
      hashes[n] = await passwords.hash(password, IMPORT);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return hashes;
}
