#!/usr/bin/env node
// npx fanclub …: the administrator's commands (src/tools/cli), with the same database as npm start.
import './support/require-node.cjs';
import { ensureBuilt } from './support/build.mjs';
import { ensureInstalled } from './support/install.mjs';
import { loadEnvironmentFile, main } from './support/project.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  loadEnvironmentFile();
  const { fanclub } = await import('../dist/src/tools/cli/main.js');
  return fanclub(process.argv.slice(2), process.env);
});
