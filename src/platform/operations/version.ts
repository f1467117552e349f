import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of `package.json`. It is a different number of levels above this one in the source and in the build. */
export const PROJECT = folderAbove(__dirname);

/** The version of the service in `package.json`. */
export const VERSION: string = (
  JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string }
).version;

/** The commit from which the service was built. Null if the build had no git, and in tests, which run the sources. */
export const COMMIT: string | null = readCommit(join(__dirname, '..', '..', '..', 'commit'));

function readCommit(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') || null : null;
}

function folderAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : folderAbove(dirname(folder));
}
