// npm run drill: rehearses both kinds of restore with 100,000 customers, and prints how long each step takes; see
// docs/operations/database.md#backup. It needs an installed PostgreSQL, 15 or newer, with its programs (PG_BIN, default: pg_config --bindir).
import '../../scripts/support/require-node.cjs';
import { ensureBuilt } from '../../scripts/support/build.mjs';
import { ensureInstalled } from '../../scripts/support/install.mjs';
import { main, say } from '../../scripts/support/project.mjs';

await main(async () => {
  // Imported here, because a Node that is too old does not have it.
  const { parseArgs } = await import('node:util');
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  await ensureInstalled();
  await ensureBuilt();
  // Imported here, because it needs the packages.
  const { drill } = await import('./drill.mjs');
  const { FULL, QUICK } = await import('../seed/seed.mjs');
  const { steps, faults } = await drill((values.quick ? QUICK : FULL).main, say);
  const width = Math.max(...steps.map(([name]) => name.length));
  for (const [name, figure] of steps) process.stdout.write(`${name.padEnd(width)}  ${figure}\n`);
  for (const fault of faults) say(`FAULT: ${fault}`);
  return faults.length > 0 ? 1 : 0;
});
process.exit();
