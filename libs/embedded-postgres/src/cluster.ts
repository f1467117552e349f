import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account';
import type { Binaries } from './binaries';
import { run } from './command';
import { PostgresFailed } from './errors';

/** The only role of a new cluster. */
export const SUPERUSER = 'postgres';

/** The first major version with a built-in locale provider, which needs no locales of the operating system. */
const BUILTIN_LOCALES_SINCE = 17;

/** The locale options of `initdb`: UTF-8, with correct upper and lower case if the version has that built in. */
export function localeParameters(major: number): string[] {
  return major >= BUILTIN_LOCALES_SINCE
    ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    : ['--locale=C'];
}

/** The major version that wrote the cluster; null when there is no cluster yet. */
export function majorOf(cluster: string): number | null {
  const file = join(cluster, 'PG_VERSION');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : null;
}

/** The password of the superuser, from a file that only this account may read; generated at the first call. */
export function passwordOf(dataDir: string): string {
  const file = join(dataDir, 'password');
  if (!existsSync(file)) {
    const draft = `${file}.draft`;
    writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
    linkSync(draft, file); // The file is complete or absent, even if this process is killed in between.
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}

/**
 * Creates a cluster that requires the password. The directory gets its final name when it is complete.
 *
 * @param durable whether to wait until the files are on disk
 * @throws PostgresFailed with the output of `initdb`
 */
export async function createCluster(
  cluster: string,
  password: string,
  binaries: Binaries,
  account: Account | null,
  durable: boolean,
): Promise<void> {
  const draft = `${cluster}.draft`;
  const passwordFile = `${cluster}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
  try {
    const { code, output } = await run(
      join(binaries.folder, 'initdb'),
      [
        `--pgdata=${draft}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        ...localeParameters(binaries.major),
        ...(durable ? [] : ['--no-sync']),
      ],
      account,
    );
    if (code !== 0) throw new PostgresFailed(`initdb could not make ${cluster}:\n${output}`);
    renameSync(draft, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}
