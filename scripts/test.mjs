// npm test [-- NAME… OPTION…]: runs tests with a temporary PostgreSQL, or the one of DATABASE_URL. Without a name it runs the short
// form. A name, a regular expression, selects the spec files of both forms whose path it matches. Options are those of Jest.
import './support/require-node.cjs';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './support/install.mjs';
import { main, runNode, say, tool } from './support/project.mjs';

/** Without them, V8 lets a worker grow to 3 GB before it collects garbage. Workers inherit them. */
const MEMORY = ['--max-old-space-size=1024', '--max-semi-space-size=32'];

const SLOWEST = 10;

await main(async () => {
  const { FORM, TEST_SEED, ISOLATED } = process.env;
  const parameters = process.argv.slice(2);
  const option = parameters.findIndex((parameter) => parameter.startsWith('-'));
  const names = option < 0 ? parameters : parameters.slice(0, option);
  const form = FORM || (names.length === 0 ? 'short' : 'all');
  await ensureInstalled();
  const folder = mkdtempSync(join(tmpdir(), 'fanclub-test-costs-'));
  try {
    const costs = join(folder, 'costs');
    const run = JSON.stringify({ form, names, seed: TEST_SEED || null, isolated: Boolean(ISOLATED) });
    if (TEST_SEED) say(`The order of the files is random: TEST_SEED=${TEST_SEED}`);
    const code = await runNode(tool('jest', 'bin', 'jest.js'), parameters.slice(names.length), {
      flags: MEMORY,
      env: { NODE_ENV: 'test', TEST_RUN: run, TEST_COSTS: costs },
    });
    if (existsSync(costs)) sayCosts(readFileSync(costs, 'utf8').trim().split('\n').map(JSON.parse));
    if (form === 'short')
      say('This was the short form. `npm run test:long` runs the rest, `npm run test:all` both.');
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Prints the processor seconds of the slowest files, and their sum. */
function sayCosts(costs) {
  const seconds = (value) => `${value.toFixed(1).padStart(6)} s`;
  const sum = (name) => costs.reduce((total, cost) => total + cost[name], 0);
  costs.sort((a, b) => b.running - a.running);
  say('Processor time:');
  for (const { file, running } of costs.slice(0, SLOWEST)) say(`${seconds(running)}  ${file}`);
  say(`${seconds(sum('running'))}  all ${costs.length} files`);
  say(`${seconds(sum('loading'))}  loading`);
}
