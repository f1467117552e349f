// npm run soak: minutes of use, to find leaks of memory, sockets and timers; see bench/README.md.
import '../../scripts/support/require-node.cjs';
import { ensureBuilt } from '../../scripts/support/build.mjs';
import { ensureInstalled } from '../../scripts/support/install.mjs';
import { Failure, main, say } from '../../scripts/support/project.mjs';

/** A shorter run would mostly be warm-up. */
const LEAST_SECONDS = 60;

await main(async () => {
  // Imported here, because a Node that is too old does not have it.
  const { parseArgs } = await import('node:util');
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '300' }, readers: { type: 'boolean', default: false } },
  });
  const seconds = Number(values.seconds);
  if (!(seconds >= LEAST_SECONDS))
    throw new Failure(`Usage: npm run soak -- [--readers] [--seconds n], n at least ${LEAST_SECONDS}`);
  const use = values.readers ? 'readers' : 'mixed';
  await ensureInstalled();
  await ensureBuilt();
  // Imported here, because it needs the packages.
  const { onStage } = await import('../stage.mjs');
  const { soak, verdict } = await import('./soak.mjs');
  return verdict(await onStage(say, (stage) => soak(stage, { seconds, use }, say)));
});
process.exit();
