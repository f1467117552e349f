import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Failure, ROOT, runNode, say, tool } from './project.mjs';

const SOURCES = [
  'src',
  'libs',
  'migrations',
  'package-lock.json',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** How to build. The Nest CLI would read the same file; it does not run on all versions of Node that the service runs on. */
const { sourceRoot, compilerOptions } = JSON.parse(readFileSync(join(ROOT, 'nest-cli.json'), 'utf8'));

/** Endings of the files that the service reads while it runs. */
const ASSETS = compilerOptions.assets.map((pattern) => extname(pattern));

const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, '.sources');

/** A hash over names and contents of all files that the build depends on. */
export function fingerprint(root = ROOT, sources = SOURCES) {
  const hash = createHash('sha256');
  const add = (path) => {
    const absolute = join(root, path);
    if (statSync(absolute).isDirectory()) {
      for (const name of readdirSync(absolute).sort()) add(join(path, name));
    } else {
      hash.update(`${path}\0`).update(readFileSync(absolute)).update('\0');
    }
  };
  sources.forEach(add);
  return hash.digest('hex');
}

/** True when `dist` was built from the sources as they are now. */
export function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint();
}

/** Compiles the sources to `dist`, and notes what they were. */
export async function build() {
  const sources = fingerprint(); // Before the build: what changes during it makes the next one necessary.
  rmSync(DIST, { recursive: true, force: true });
  const code = await runNode(tool('typescript', 'bin', 'tsc'), ['-p', compilerOptions.tsConfigPath], {
    stdout: 2,
  });
  if (code !== 0) throw new Failure('The build failed: see above.');
  cpSync(join(ROOT, sourceRoot), join(DIST, sourceRoot), {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || ASSETS.includes(extname(path)),
  });
  writeFileSync(STAMP, sources);
}

export async function ensureBuilt() {
  if (isBuilt()) return;
  say('Building …');
  await build();
}
