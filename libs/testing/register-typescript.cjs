'use strict';

// `node --require …/register-typescript.cjs --conditions=source file.ts` runs TypeScript in a child process of a test, with the
// compiler and settings that Jest uses.

const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');

const settings = JSON.parse(readFileSync(join(__dirname, '..', '..', '.swcrc'), 'utf8'));

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    ...settings,
    filename,
    swcrc: false,
    sourceMaps: 'inline',
  });
  module._compile(code, filename);
};
