import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secrets that a service on one machine makes for itself, under the names of their environment variables. */
export interface KeptSecrets {
  SESSION_KEYS: string;
  ENCRYPTION_KEYS: string;
}

const newKey = (): string => randomBytes(32).toString('base64');

/**
 * The secrets kept in `secrets.json` of the data folder, which only its owner may read. Made at the first call: 32 random
 * bytes each, in base64. Two processes that call it at once get the same.
 */
export function keptSecrets(dataDir: string): KeptSecrets {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    const secrets: KeptSecrets = { SESSION_KEYS: newKey(), ENCRYPTION_KEYS: newKey() };
    writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    try {
      linkSync(draft, file); // Complete from the first moment, and never over those of a faster process.
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  return JSON.parse(readFileSync(file, 'utf8')) as KeptSecrets;
}
