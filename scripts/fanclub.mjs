#!/usr/bin/env node
// npx fanclub …: the administrator's commands (src/tools/cli), with the same database as npm start.
import './support/require-node.cjs';
import { ensureBuilt } from './support/build.mjs';
import { ensureInstalled } from './support/install.mjs';
import { loadEnvironmentFile, main } from './support/project.mjs';

/** Milliseconds that open connections have after a command has ended. */
const CLOSE_WITHIN_MS = 2_000;

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  loadEnvironmentFile();
  const { fanclub } = await import('../dist/src/tools/cli/main.js');
  const code = await fanclub(process.argv.slice(2), process.env);
  // A database that does not answer must not keep a finished command running.
  setTimeout(() => process.exit(code), CLOSE_WITHIN_MS).unref();
  return code;
});
