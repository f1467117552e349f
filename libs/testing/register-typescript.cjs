'use strict';

// `node --require …/register-typescript.cjs --conditions=source file.ts` runs TypeScript in a child process of a test, with the
// compiler and settings that Jest uses. Hundreds of such processes start in a test run, so compiled files are kept.

const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { version } = require('@swc/core/package.json');

const ROOT = join(__dirname, '..', '..');
const CACHE = join(ROOT, 'node_modules', '.cache', 'typescript');
const settings = readFileSync(join(ROOT, '.swcrc'), 'utf8');

mkdirSync(CACHE, { recursive: true });

require.extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  const key = createHash('sha256')
    .update(JSON.stringify([version, settings, filename, source]))
    .digest('hex');
  const kept = join(CACHE, `${key}.js`);
  if (!existsSync(kept)) {
    const { transformSync } = require('@swc/core');
    const options = { ...JSON.parse(settings), filename, swcrc: false, sourceMaps: 'inline' };
    // Renamed when it is complete, as other processes may read it.
    writeFileSync(`${kept}.${process.pid}`, transformSync(source, options).code);
    renameSync(`${kept}.${process.pid}`, kept);
  }
  module._compile(readFileSync(kept, 'utf8'), filename);
};
