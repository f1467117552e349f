// Bundles the programs that tests run as child processes, unless the bundle of the current sources exists, and prints the path of the
// script that a child process preloads. Loading 2,300 modules one by one takes three times as long as starting from a bundle with V8's
// code cache. The packages are a bundle of their own, so that a change of the sources costs less than two seconds.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..', '..');
const RUN = join(import.meta.dirname, 'run-bundle.cjs');
const CACHE = join(ROOT, 'node_modules', '.cache', 'bundles');

/** The folders of the sources. Their tests are no part of a bundle. */
const FOLDERS = [
  'src',
  'migrations',
  'libs',
  'test/support',
  'test/samples',
  'test/suite',
  'test/faults/support',
];
const TESTS = /\.(spec|e2e-spec)\.ts$/;

/** Files that a process loads by their paths: programs, and what the service finds in a folder or loads on demand. */
const LOADED_BY_PATH = [
  /^migrations\/.*\.ts$/,
  /^src\/(main|app\/(serve|supervise))\.ts$/,
  /^libs\/[\w-]+\/test\/.*\.ts$/,
  /^test\/support\/(.*-process|database-keeper)\.ts$/,
  /^test\/faults\/support\/janitor\.ts$/,
];

/** Milliseconds after which an unused bundle is removed: four hours. No run of the tests takes as long. */
const UNUSED = 4 * 3_600_000;

const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  conditions: ['source'],
  // Nest and TypeORM use the names of classes.
  keepNames: true,
  metafile: true,
  logLevel: 'error',
};

/** The sources, by the compiler and settings of Jest: esbuild does not write the types that decorators read. */
const typescript = (sources) => ({
  name: 'typescript',
  async setup({ onLoad }) {
    const { transformSync } = await import('@swc/core');
    const settings = JSON.parse(contentOf('.swcrc'));
    onLoad({ filter: /./ }, ({ path }) => {
      const source = sources.get(posix(relative(ROOT, path)));
      if (source === undefined)
        throw new Error(`The sources of a bundle are TypeScript in ${FOLDERS.join(', ')}.`);
      const options = { ...settings, filename: path, swcrc: false, sourceMaps: 'inline' };
      return { contents: inPlace(transformSync(source, options).code, path), loader: 'js' };
    });
  },
});

/** Packages without those that a bundle cannot contain: native ones, those that are not installed, and the compiler. */
const packages = {
  name: 'packages',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, resolveDir }) => {
      if (isBuiltin(path)) return undefined;
      const [name] = /^(@[^/]+\/)?[^/]+/.exec(path);
      const { resolve } = createRequire(join(resolveDir, 'any.js'));
      const folder = resolve
        .paths(name)
        .map((place) => join(place, name))
        .find((place) => existsSync(place));
      if (folder === undefined) return { path, external: true };
      const isNative = ['binding.gyp', 'prebuilds'].some((part) => existsSync(join(folder, part)));
      return isNative || name === 'typescript' ? { path: resolve(path), external: true } : undefined;
    });
    onLoad({ filter: /\.[cm]?js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = inPlace(source, path);
      return contents === source ? undefined : { contents, loader: 'js' };
    });
  },
};

/** The code of a module that finds its folder and file in a bundle as well. */
function inPlace(code, path) {
  const names = { __filename: path, __dirname: dirname(path) };
  const declarations = Object.entries(names)
    .filter(([name]) => code.includes(name) && !code.includes(`const ${name}`))
    .map(([name, value]) => `;var ${name} = ${JSON.stringify(value)};`);
  return (
    code
      .replace(/^(\s*(['"])use strict\2;?)?/, (strict) => strict + declarations.join(''))
      // Of the same bundle, so that no package is loaded twice.
      .replaceAll('createRequire(import.meta.url)', 'requireBundled')
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
  );
}

const hashOf = (parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 32);
};

const posix = (path) => path.replaceAll(sep, '/');

const contentOf = (name) => readFileSync(join(ROOT, name), 'utf8');

/** The content of all sources by their names. They are read once: a change during the build makes no wrong bundle. */
function readSources() {
  const names = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${posix(name)}`),
  );
  const sources = names.filter((name) => name.endsWith('.ts') && !TESTS.test(name)).sort();
  return new Map(sources.map((name) => [name, contentOf(name)]));
}

/** Bundles the modules, which `run-bundle.cjs` calls by their names. */
async function bundle(names, to, options) {
  const { build } = await import('esbuild');
  const table = names.map(
    (name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(options.path(name))})`,
  );
  const { path, ...others } = options;
  return build({
    ...OPTIONS,
    ...others,
    stdin: { contents: `module.exports = {\n${table.join(',\n')}\n};`, resolveDir: ROOT },
    outfile: join(to, 'bundle.cjs'),
  });
}

/** Makes the folder unless it exists: beside its place at first, because several processes may do so at the same time. */
async function ensure(folder, fill) {
  if (existsSync(folder)) return;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    await fill(draft);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

async function bundleSources(sources, folder) {
  const { metafile } = await bundle(
    [...sources.keys()].filter((name) => LOADED_BY_PATH.some((pattern) => pattern.test(name))),
    folder,
    {
      path: (name) => `./${name}`,
      packages: 'external',
      plugins: [typescript(sources)],
      sourcemap: 'external',
      sourcesContent: false,
    },
  );
  const [{ imports }] = Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint);
  const used = [...new Set(imports.map(({ path }) => path))].filter((path) => !isBuiltin(path)).sort();
  const bundled = join(CACHE, `packages-${hashOf([...PACKAGES, ...used])}`);
  await ensure(bundled, (draft) => bundle(used, draft, { path: (name) => name, plugins: [packages] }));
  writeFileSync(
    join(folder, 'run.cjs'),
    `require(${JSON.stringify(RUN)})(__dirname, ${JSON.stringify(bundled)});\n`,
  );
}

/** Removes the bundles of sources that no run has used for long, and the bundles of packages that belonged to them. */
function removeUnused() {
  const old = () =>
    readdirSync(CACHE)
      .map((name) => join(CACHE, name))
      // Another process may have renamed its draft or removed a bundle.
      .filter((each) => Date.now() - statSync(each, { throwIfNoEntry: false })?.mtimeMs > UNUSED);
  const remove = (each) => rmSync(each, { recursive: true, force: true });
  const isOfSources = (each) => !basename(each).startsWith('packages-');
  old().filter(isOfSources).forEach(remove);
  const programs = readdirSync(CACHE).map((name) => join(CACHE, name, 'run.cjs'));
  const used = programs.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
  old()
    .filter((each) => !isOfSources(each) && !used.some((program) => program.includes(each)))
    .forEach(remove);
}

const PACKAGES = [ROOT, contentOf('package-lock.json'), contentOf('libs/testing/bundle.mjs')];
const SETTINGS = ['package.json', '.swcrc'].map(contentOf);
const sources = readSources();
const folder = join(CACHE, `sources-${hashOf([...PACKAGES, ...SETTINGS, ...[...sources].flat()])}`);
if (!existsSync(folder)) {
  await ensure(folder, (draft) => bundleSources(sources, draft));
  removeUnused();
}
try {
  utimesSync(folder, new Date(), new Date());
} catch {
  // Another account may only read.
}
process.stdout.write(join(folder, 'run.cjs'));
