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
  const cachedData = readCode(folder);
  const script = new Script(
    `(function (require, module, requireBundled = require) {${readFileSync(file, 'latin1')}\n})`,
    { filename: file, cachedData },
  );
  process.once('exit', () => keepCode(folder, script, cachedData !== undefined));
  const module = { exports: {} };
  script.runInThisContext()(require, module);
  return module.exports;
}

/**
 * The name of the file with the compiled code, before the bytes of all code of the process that wrote it. V8 crashes on code of another
 * version of Node with the same tag.
 */
const PREFIX = `code-${process.version}-${process.arch}-${cachedDataVersionTag()}-`;

/** The compiled code of a folder, the largest first. */
const codesIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => ({ file: join(folder, name), bytes: Number(name.slice(PREFIX.length)) }))
    .sort((one, other) => other.bytes - one.bytes);

function readCode(folder) {
  try {
    const [code] = codesIn(folder);
    return code && readFileSync(code.file);
  } catch {
    return undefined; // Another process has replaced it.
  }
}

/** Stores the code that this process has compiled, unless an earlier one stored about as much. */
function keepCode(folder, script, hadCode) {
  const isGood = hadCode && !script.cachedDataRejected;
  if (isGood && process.pid % 8 > 0) return; // Measuring takes 20 ms, so one process in eight does it.
  const bytes = getHeapCodeStatistics().bytecode_and_metadata_size;
  const stored = codesIn(folder);
  if (!script.cachedDataRejected && stored.some((code) => bytes < code.bytes * 1.1)) return;
  const draft = join(folder, `draft-${process.pid}`);
  try {
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, join(folder, `${PREFIX}${bytes}`));
    for (const { file } of stored) rmSync(file, { force: true });
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
