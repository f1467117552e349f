// npm run bench: builds the service, fills a database, measures every row of bench/README.md, and prints one table.
import '../scripts/support/require-node.cjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuilt } from '../scripts/support/build.mjs';
import { ensureInstalled } from '../scripts/support/install.mjs';
import { main, ROOT, say } from '../scripts/support/project.mjs';

await main(async () => {
  const since = performance.now();
  await ensureInstalled();
  await ensureBuilt();
  // Imported here, because it needs the packages.
  const { readSettings } = await import('./settings.mjs');
  const { measureAll } = await import('./bench.mjs');
  const { machine, pinBesideLoad, pinMyself } = await import('./machine.mjs');
  const { onStage, postmasterOf } = await import('./stage.mjs');
  const { table } = await import('./report.mjs');

  const settings = readSettings(process.argv.slice(2));
  const { lines, notes, database } = await onStage(say, async (stage) => {
    // Called after the start of PostgreSQL, which is not pinned by default.
    pinMyself();
    if (settings.pinPostgres) pinBesideLoad(await postmasterOf(stage));
    return { ...(await measureAll(stage, settings, say)), database: stage.postgresVersion };
  });
  const minutes = (performance.now() - since) / 60_000;
  const output =
    settings.output ??
    join(ROOT, 'bench', 'results', `${new Date().toISOString().replace(/[:.]/g, '-')}.json`);
  mkdirSync(dirname(output), { recursive: true });
  const { quick, rounds, seconds, pinPostgres } = settings;
  if (quick)
    notes.push(
      'A quick run: everything works, and the two servers give the same answers. The figures have no meaning.',
    );
  const made = {
    at: new Date().toISOString(),
    minutes,
    machine: machine(),
    postgres: database,
    quick,
    rounds,
    seconds,
    pinPostgres,
  };
  writeFileSync(output, `${JSON.stringify({ ...made, notes, lines }, null, 2)}\n`);
  process.stdout.write(`\n${table(lines, settings)}\n\n${notes.map((note) => `· ${note}\n`).join('')}`);
  say(`\n${minutes.toFixed(1)} minutes; all figures in ${output}`);
});
// After an interruption, unfinished requests would keep the process alive.
process.exit();
