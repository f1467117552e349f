// npm run check: all that needs no service: format, types, lint, unit tests, and tests of the architecture and the statements. All steps run, two at a time, so that one call reports every failure.
// With --without-tests it leaves out the tests, for .ci/run, which runs all of them anyway.
import './support/require-node.cjs';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './support/install.mjs';
import { ROOT, main, say, tool } from './support/project.mjs';
import { passes, secondsSince } from './support/step.mjs';

const CACHE = tool('.cache', 'check');

/** The steps in the order in which they start, the longest first. Prettier's cache depends on its version and options too. */
const STATIC_STEPS = [
  ['types and lint', 'scripts/types-and-lint.mjs', []],
  [
    'format',
    tool('prettier', 'bin', 'prettier.cjs'),
    ['--check', '--log-level', 'warn', '--cache', '--cache-location', `${CACHE}/prettier`, '.'],
  ],
  // Its packages are installed only where it is built.
  ...(existsSync(join(ROOT, 'staff-app', 'node_modules'))
    ? [["the staff app's types and lint", 'scripts/types-and-lint.mjs', ['staff-app']]]
    : []),
  ['API document', 'scripts/lint-openapi.mjs', []],
  ['the generated settings', join(ROOT, 'scripts', 'settings.mjs'), ['--check']],
  ["the client's generated file", join(ROOT, 'scripts', 'client-types.mjs'), ['--check']],
];
// Unit tests; imports and layout, drift between entities and migrations, and every statement against the migrated database.
const TESTS = [
  'tests',
  join(ROOT, 'scripts', 'test.mjs'),
  ['^(src|libs|clients)/', '^test/(architecture|database)/'],
  { env: { FORM: 'short' } },
];
const AT_ONCE = 2;

await main(async () => {
  // Imported here, because a Node that is too old does not have it.
  const { parseArgs } = await import('node:util');
  const { values } = parseArgs({ options: { 'without-tests': { type: 'boolean', default: false } } });
  await ensureInstalled();
  mkdirSync(CACHE, { recursive: true });
  const since = performance.now();
  const [lint, ...others] = STATIC_STEPS;
  const waiting = values['without-tests'] ? [...STATIC_STEPS] : [lint, TESTS, ...others];
  const failed = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!(await passes(...step))) failed.push(step[0]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const took = secondsSince(since);
  say(failed.length === 0 ? `All checks passed in ${took}.` : `Failed: ${failed.join(', ')} (${took}).`);
  return failed.length === 0 ? 0 : 1;
});
