// npm start: installs and builds if necessary, then runs src/start.ts. Works in a fresh clone.
import './support/require-node.cjs';
import { ensureBuilt } from './support/build.mjs';
import { ensureInstalled } from './support/install.mjs';
import { loadEnvironmentFile, main } from './support/project.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  loadEnvironmentFile();
  const { start } = await import('../dist/src/start.js');
  await start(process.env);
});
