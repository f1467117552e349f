// npm run check: everything that is decided without running the service. All checks run, so that one call tells all.
import './support/require-node.cjs';
import { ensureInstalled } from './support/install.mjs';
import { main, runNode, say, tool } from './support/project.mjs';

const CHECKS = [
  ['format', tool('prettier', 'bin', 'prettier.cjs'), ['--check', '--log-level', 'warn', '.']],
  ['lint', tool('eslint', 'bin', 'eslint.js'), ['--max-warnings', '0', '.']],
  ['types', tool('typescript', 'bin', 'tsc'), ['--noEmit', '-p', 'tsconfig.json']],
  ['schema drift', tool('jest', 'bin', 'jest.js'), ['test/architecture/schema-drift.spec.ts']],
];

await main(async () => {
  await ensureInstalled();
  const failed = [];
  for (const [name, script, parameters] of CHECKS) {
    say(`· ${name}`);
    if ((await runNode(script, parameters, { env: { NODE_ENV: 'test' } })) !== 0) failed.push(name);
  }
  say(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
});
