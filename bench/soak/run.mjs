// npm run soak: minutes of mixed use, and whether the service holds on to more and more; see bench/README.md.
import '../../scripts/support/require-node.cjs';
import { ensureBuilt } from '../../scripts/support/build.mjs';
import { ensureInstalled } from '../../scripts/support/install.mjs';
import { Failure, main, say } from '../../scripts/support/project.mjs';

/** Less tells nothing: most of it is warming up. */
const LEAST_SECONDS = 60;

await main(async () => {
  // On a Node that is too old there is no such function to import.
  const { parseArgs } = await import('node:util');
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '300' } } });
  const seconds = Number(values.seconds);
  if (!(seconds >= LEAST_SECONDS))
    throw new Failure(`Usage: npm run soak -- [--seconds n], n at least ${LEAST_SECONDS}`);
  await ensureInstalled();
  await ensureBuilt();
  // What follows needs the packages.
  const { onStage } = await import('../stage.mjs');
  const { soak, verdict } = await import('./soak.mjs');
  return verdict(await onStage(say, (stage) => soak(stage, seconds, say)));
});
process.exit();
