import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version of the service, as `package.json` names it. */
export const VERSION: string = versionAbove(__dirname);

/** The project's own folder is above this one, in the source and in the build. */
function versionAbove(folder: string): string {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return versionAbove(dirname(folder));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
