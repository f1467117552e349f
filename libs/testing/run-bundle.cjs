'use strict';

const { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire, isBuiltin, SourceMap } = require('node:module');
const { dirname, join, relative, sep } = require('node:path');
const { cachedDataVersionTag, getHeapCodeStatistics } = require('node:v8');
const { Script } = require('node:vm');

const ROOT = join(__dirname, '..', '..');

/** Runs the modules of the bundles in the folders instead of the files. Called before the program of the process. */
module.exports = (sources, packages) => {
  const native = createRequire(join(sources, 'bundle.cjs'));
  let ofPackages;
  const requirePackage = (name) => {
    if (isBuiltin(name)) return native(name);
    ofPackages ??= open(packages, requirePackage);
    return Object.hasOwn(ofPackages, name) ? ofPackages[name]() : native(name);
  };
  requirePackage.resolve = native.resolve;
  const ofSources = open(sources, requirePackage);
  native.extensions['.ts'] = (module, file) => {
    const name = relative(ROOT, file).replaceAll(sep, '/');
    if (!Object.hasOwn(ofSources, name))
      throw new Error(`libs/testing/bundle.mjs does not list ${name} as a program.`);
    module.exports = ofSources[name]();
  };
  nameSources(join(sources, 'bundle.cjs'));
};

/** Loads a bundle with the code that V8 compiled in earlier processes, and keeps what this one compiles. */
function open(folder, require) {
  const file = join(folder, 'bundle.cjs');
  const code = readCode(folder);
  const script = new Script(
    `(function (require, module, requireBundled = require) {${readFileSync(file, 'latin1')}\n})`,
    {
      filename: file,
      cachedData: code?.data,
    },
  );
  process.once('exit', () => keepCode(folder, script, code));
  const module = { exports: {} };
  script.runInThisContext()(require, module);
  return module.exports;
}

/** What earlier processes compiled, for this version of V8 and its flags: `code-<version>-<bytes of all code of the process>`. */
const PREFIX = `code-${cachedDataVersionTag()}-`;

function readCode(folder) {
  const [name] = readdirSync(folder).filter((file) => file.startsWith(PREFIX));
  try {
    return name && { name, size: Number(name.slice(PREFIX.length)), data: readFileSync(join(folder, name)) };
  } catch {
    return undefined; // Another process has replaced it.
  }
}

function keepCode(folder, script, code) {
  const isGood = code && !script.cachedDataRejected;
  if (isGood && process.pid % 8 > 0) return; // The next line takes 20 ms.
  const size = getHeapCodeStatistics().bytecode_and_metadata_size;
  if (isGood && size < code.size * 1.1) return;
  const draft = join(folder, `draft-${process.pid}`);
  try {
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, join(folder, `${PREFIX}${size}`));
    if (code) rmSync(join(folder, code.name), { force: true });
  } catch {
    // Another account may only read.
  }
}

/** Stack traces name the sources. The map is read at the first one. */
function nameSources(file) {
  let map;
  const place = (frame) => {
    const line = frame.getLineNumber();
    const column = frame.getColumnNumber();
    map ??= new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    const entry = map.findEntry(line - 1, column - 1);
    if (entry.originalSource === undefined) return String(frame);
    const source = join(dirname(file), entry.originalSource);
    return String(frame).replace(
      `${file}:${line}:${column}`,
      `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`,
    );
  };
  Error.prepareStackTrace = (error, frames) =>
    [
      Error.prototype.toString.call(error),
      ...frames.map((frame) => `    at ${frame.getFileName() === file ? place(frame) : String(frame)}`),
    ].join('\n');
}
