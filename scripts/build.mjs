// npm run build: installs missing packages and compiles to dist. With --staff-app it also builds the app for staff.
import './support/require-node.cjs';
import { build } from './support/build.mjs';
import { ensureInstalled } from './support/install.mjs';
import { main, say } from './support/project.mjs';
import { buildStaffApp } from './support/staff-app.mjs';

await main(async () => {
  await ensureInstalled();
  await build();
  if (!process.argv.includes('--staff-app')) return;
  say('Building the app for staff …');
  await buildStaffApp();
});
