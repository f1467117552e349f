// npm start: installs and builds if necessary, then runs src/start.ts. Works in a fresh clone. The app for staff is built after the API
// answers, because its packages are large. The API does not need it.
import './support/require-node.cjs';
import { ensureBuilt } from './support/build.mjs';
import { ensureInstalled } from './support/install.mjs';
import { loadEnvironmentFile, main, say } from './support/project.mjs';
import { buildStaffApp, hasStaffAppSources, isStaffAppBuilt } from './support/staff-app.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  loadEnvironmentFile();
  const { start } = await import('../dist/src/start.js');
  await start(process.env);
  if (process.env.STAFF_APP === 'off' || !hasStaffAppSources() || isStaffAppBuilt()) return;
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());
  say('Building the app for staff (a minute or two) …');
  buildStaffApp({ signal: stopping.signal, niceness: 10 }).then(
    () => say('The app for staff is built.'),
    (error) => {
      if (stopping.signal.aborted) return;
      say(
        `The app for staff could not be built; the API works without it. To try again: npm run build -- --staff-app\n${error.message}`,
      );
    },
  );
});
