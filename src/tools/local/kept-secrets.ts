import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secrets that a service on one machine creates for itself, by the names of their environment variables. */
interface KeptSecrets {
  SESSION_KEYS: string;
  ENCRYPTION_KEYS: string;
}

const newKey = (): string => randomBytes(32).toString('base64');

/**
 * The secrets in `secrets.json` of the data folder, readable by its owner only. The first call creates them: 32 random bytes
 * each, in base64. Processes that call it at the same time get the same secrets.
 */
export function keptSecrets(dataDir: string): KeptSecrets {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    const secrets: KeptSecrets = { SESSION_KEYS: newKey(), ENCRYPTION_KEYS: newKey() };
    writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    try {
      linkSync(draft, file); // Atomic, and fails if another process was faster.
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  return JSON.parse(readFileSync(file, 'utf8')) as KeptSecrets;
}
