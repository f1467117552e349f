// npm test [-- NAME… OPTION…]: runs tests with a temporary PostgreSQL, or the one of DATABASE_URL. Without a name it runs the short
// form. A name, a regular expression, selects the spec files of both forms whose path it matches. Options are those of Jest.
import './support/require-node.cjs';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './support/install.mjs';
import { Failure, ROOT, main, runNode, say, tool } from './support/project.mjs';
import { FORMS, SHARE, specsOfRun, tooSlow } from '../test/suite/specs.mjs';

/** Without them, V8 lets a worker grow to 3 GB before it collects garbage. Workers inherit them. */
const MEMORY = ['--max-old-space-size=1024', '--max-semi-space-size=32'];

const SLOWEST = 10;

await main(async () => {
  const { FORM, TEST_SEED, ISOLATED } = process.env;
  const parameters = process.argv.slice(2);
  const option = parameters.findIndex((parameter) => parameter.startsWith('-'));
  const options = option < 0 ? [] : parameters.slice(option);
  const names = parameters.slice(0, parameters.length - options.length).map(relativePath);
  const form = FORM || (names.length === 0 ? 'short' : 'all');
  if (!FORMS.includes(form)) throw new Failure(`FORM is one of ${FORMS.join(', ')}.`);
  const specs = specsOfRun(form, names);
  if (specs.length === 0) throw new Failure(`No spec file matches ${names.join(' ')}.`);
  await ensureInstalled();
  const folder = mkdtempSync(join(tmpdir(), 'fanclub-test-costs-'));
  try {
    const costs = join(folder, 'costs');
    const run = JSON.stringify({ form, names, seed: TEST_SEED || null, isolated: Boolean(ISOLATED) });
    if (TEST_SEED) say(`The order of the files is random: TEST_SEED=${TEST_SEED}`);
    let code = await runNode(tool('jest', 'bin', 'jest.js'), options, {
      flags: MEMORY,
      env: { NODE_ENV: 'test', TEST_RUN: run, TEST_COSTS: costs },
    });
    const measured = existsSync(costs) ? readFileSync(costs, 'utf8').trim().split('\n').map(JSON.parse) : [];
    if (measured.length > 0) sayCosts(measured);
    if (form === 'short' && names.length === 0 && code === 0) {
      // Options such as --testNamePattern select a part of the form.
      if (measured.length < specs.length)
        say(
          `Only ${measured.length} of ${specs.length} files had tests to run, so their shares are not compared.`,
        );
      else if (saysTooSlow(measured)) code = 1;
    }
    if (form === 'short')
      say('This was the short form. `npm run test:long` runs the rest, `npm run test:all` all.');
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The name of a file as the project knows it: an editor gives its whole path. */
function relativePath(name) {
  return name.replace(`${ROOT}/`, '').replace(/^\.\//, '');
}

/** Prints the files of the short form that cost too much; false if there is none. */
function saysTooSlow(costs) {
  const slow = tooSlow(costs);
  for (const file of slow)
    say(
      `${file} takes more than ${100 * SHARE} % of the processor time. Move what needs it to the long form.`,
    );
  return slow.length > 0;
}

/** Prints the processor seconds of the slowest files, and their sum. */
function sayCosts(costs) {
  const seconds = (value) => `${value.toFixed(1).padStart(6)} s`;
  const sum = (name) => costs.reduce((total, cost) => total + cost[name], 0);
  costs.sort((a, b) => b.running - a.running);
  say('Processor time:');
  for (const { file, running } of costs.slice(0, SLOWEST)) say(`${seconds(running)}  ${file}`);
  say(`${seconds(sum('running') + sum('loading'))}  all ${costs.length} files, with loading`);
}
