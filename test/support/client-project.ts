import { execFile } from 'node:child_process';
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '..', '..');
const BUILD = pathToFileURL(join(ROOT, 'scripts', 'support', 'build-client.mjs')).href;

/** A temporary project of a website that has installed the client. */
export interface ClientProject {
  readonly folder: string;
  /** The built client. */
  readonly dist: string;
  remove(): Promise<void>;
}

/** Builds the client from its present sources. */
export async function clientProject(): Promise<ClientProject> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'fanclub-client-')));
  const client = join(folder, 'node_modules', 'fanclub-client');
  const dist = join(client, 'dist');
  // In plain Node, because Jest does not run esbuild.
  const code = `import { buildClient } from '${BUILD}'; await buildClient('${dist}');`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  await cp(join(ROOT, 'clients', 'javascript', 'package.json'), join(client, 'package.json'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return { folder, dist, remove: () => rm(folder, { recursive: true, force: true }) };
}
