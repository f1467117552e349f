import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** What the processes of a group run: a script, in a working directory. */
export interface Program {
  readonly script: string;
  readonly folder: string;
}

/**
 * The program of this process by the names with which it was started. The operating system remembers a working directory, but not its
 * name. So processes would stay in a folder after another folder, or a link to another folder, has taken its name.
 *
 * @param script `process.argv[1]`
 * @param cwd `process.cwd()`, in which links are resolved
 * @param pwd the name of the working directory that a shell passes on; another folder if the process has changed its directory
 */
export function programOf(script: string, cwd: string, pwd?: string): Program {
  const names = [...above(script), ...(pwd ? [pwd] : [])];
  const folder = names.find((name) => name !== cwd && leadsTo(name, cwd)) ?? cwd;
  const isInside = script.startsWith(cwd + sep);
  return { folder, script: isInside ? join(folder, script.slice(cwd.length)) : script };
}

function above(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...above(folder)];
}

function leadsTo(name: string, folder: string): boolean {
  try {
    return realpathSync(name) === folder;
  } catch {
    return false;
  }
}
