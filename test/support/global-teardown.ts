import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

declare global {
  /** Owns the test databases, from the global set-up to the global tear-down. */
  var databaseKeeper: ChildProcess | undefined;
}

/** Once per run, after the last suite: releases the databases and waits until they are removed. */
export default async function globalTeardown(): Promise<void> {
  const keeper = globalThis.databaseKeeper;
  if (!keeper || keeper.exitCode !== null) return;
  const ended = once(keeper, 'exit');
  if (keeper.connected) keeper.disconnect();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error('The databases of the tests could not be removed: see above.');
}
