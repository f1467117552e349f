import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

const STAMP = join(ROOT, 'dist', '.sources');

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
  const code = await runNode(tool('@nestjs', 'cli', 'bin', 'nest.js'), ['build', '-b', 'tsc'], { stdout: 2 });
  if (code !== 0) throw new Failure('The build failed: see above.');
  writeFileSync(STAMP, sources);
}

export async function ensureBuilt() {
  if (isBuilt()) return;
  say('Building …');
  await build();
}
