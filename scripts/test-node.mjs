// npm run test:node -- VERSION [--only start|test|smoke] [PATTERN…]: runs npm start, all tests and the smoke test with another
// version of Node, in a copy of the project that equals a fresh clone. The patterns select tests, as with npm test.
import './support/require-node.cjs';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inCopy } from './support/copy.mjs';
import { npm } from './support/npm.mjs';
import { fetchNode } from './support/other-node.mjs';
import { Failure, main, say } from './support/project.mjs';
import required from './support/require-node.cjs';
import { startAndStop } from './support/service.mjs';

const USAGE = 'Usage: npm run test:node -- VERSION [--only start|test|smoke] [PATTERN…]';

/** Seconds for installing, building and starting. */
const START_WITHIN_S = 900;

/** The steps to run with the other Node. Each throws a Failure if it does not pass. */
const STEPS = {
  start: async ({ copy, options }) => {
    const { answered } = await startAndStop(join(copy, 'data'), START_WITHIN_S, options);
    say(`npm start: answered after ${answered} s`);
  },
  test: ({ options, patterns }) =>
    npmSucceeds(patterns.length === 0 ? ['run', 'test:all'] : ['test', '--', ...patterns], options),
  smoke: async ({ copy, options }) => {
    if (!existsSync(join(copy, 'dist'))) await npmSucceeds(['run', 'build'], options);
    await npmSucceeds(['run', 'smoke'], options);
  },
};

async function npmSucceeds(parameters, options) {
  const { code } = await npm(parameters, { ...options, stdio: 'inherit' });
  if (code !== 0) throw new Failure(`npm ${parameters.join(' ')} ended with exit code ${code}.`);
}

async function readParameters() {
  // Imported here, because a Node that is too old does not have it.
  const { parseArgs } = await import('node:util');
  try {
    const options = { only: { type: 'string' } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [version, ...patterns] = positionals;
    if (version && (values.only === undefined || Object.hasOwn(STEPS, values.only)))
      return { version, patterns, steps: values.only ? [values.only] : Object.keys(STEPS) };
  } catch {
    // An unknown option.
  }
  throw new Failure(USAGE);
}

await main(async () => {
  const { version, patterns, steps } = await readParameters();
  const { bin, program } = await fetchNode(version);
  const found = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  const refusal = required.refusal(found);
  if (refusal) throw new Failure(refusal);

  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interruption.abort());
  const failed = [];
  await inCopy(async (copy) => {
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
    const options = { node: program, cwd: copy, env, signal: interruption.signal };
    for (const name of steps) {
      say(`== Node ${found}: ${name}`);
      try {
        await STEPS[name]({ copy, options, patterns });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        say(error.message);
        failed.push(name);
      }
      if (interruption.signal.aborted) throw new Failure('Interrupted.');
    }
  });
  say(
    failed.length === 0 ? `Node ${found}: everything passed.` : `Node ${found}: ${failed.join(', ')} failed.`,
  );
  return failed.length === 0 ? 0 : 1;
});
