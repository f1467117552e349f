// npm test: runs all tests, or those that Jest's parameters select, with a temporary PostgreSQL or the one of DATABASE_URL.
import './support/require-node.cjs';
import { ensureInstalled } from './support/install.mjs';
import { main, runNode, tool } from './support/project.mjs';

await main(async () => {
  await ensureInstalled();
  return runNode(tool('jest', 'bin', 'jest.js'), process.argv.slice(2), { env: { NODE_ENV: 'test' } });
});
