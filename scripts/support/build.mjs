import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { extname, join } from 'node:path';
import { CLIENT, buildClient } from './build-client.mjs';
import { whileLocked } from './lock.mjs';
import { Failure, ROOT, hasSources, runNode, say, tool } from './project.mjs';

const SOURCES = [
  'src',
  'libs',
  'migrations',
  'clients/javascript/src',
  'clients/javascript/embed',
  'scripts/support/build-client.mjs',
  'package-lock.json',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** The settings of the build. The Nest CLI reads the same file, but does not run on all supported versions of Node. */
const settings = () => JSON.parse(readFileSync(join(ROOT, 'nest-cli.json'), 'utf8'));

/** The file of the build with the commit that it was made from; see src/platform/operations/version.ts. */
const COMMIT = join(ROOT, 'dist', 'commit');

const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, '.sources');

/** A hash of the names and contents of all files that the build depends on. */
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

/** True when the service and the client were built from the current sources. */
export function isBuilt() {
  return (
    existsSync(STAMP) && existsSync(join(CLIENT, 'dist')) && readFileSync(STAMP, 'utf8') === fingerprint()
  );
}

/** The commit that is checked out in a folder; SOURCE_COMMIT if there is no git, as in the build of an image; null if neither says it. */
export function commitOf(root = ROOT) {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    const [top, commit] = execFileSync('git', ['rev-parse', '--show-toplevel', 'HEAD'], options).split('\n');
    // A folder without git may be inside the checkout of something else.
    if (realpathSync(top) === realpathSync(root)) return commit;
  } catch {
    // No git, or no checkout.
  }
  return process.env.SOURCE_COMMIT || null;
}

/** Builds, after another process that installs or builds in this folder. */
export const build = () => whileLocked(ROOT, compile);

/** Compiles the sources of the service to `dist`, and the client to its own folder, and stores their fingerprint. */
async function compile() {
  const { sourceRoot, compilerOptions } = settings();
  // Extensions of the files that the service reads at run time.
  const assets = compilerOptions.assets.map((pattern) => extname(pattern));
  const sources = fingerprint(); // Computed before the build, so that a change during the build causes another build.
  rmSync(DIST, { recursive: true, force: true });
  const output = [];
  const [code] = await Promise.all([
    runNode(tool('typescript', 'bin', 'tsc'), ['-p', compilerOptions.tsConfigPath], {
      onOutput: (chunk) => output.push(chunk),
    }),
    buildClient(),
  ]);
  if (code !== 0) throw new Failure(`The build failed:\n${Buffer.concat(output).toString().trimEnd()}`);
  cpSync(join(ROOT, sourceRoot), join(DIST, sourceRoot), {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || assets.includes(extname(path)),
  });
  writeFileSync(COMMIT, commitOf() ?? '');
  writeFileSync(STAMP, sources);
}

/** Builds what is not built from the current sources, if there are any. */
export async function ensureBuilt() {
  if (!hasSources() || isBuilt()) return;
  await whileLocked(ROOT, async () => {
    if (isBuilt()) return;
    say('Building …');
    await compile();
  });
}
