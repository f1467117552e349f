import 'reflect-metadata';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readConfig } from '../../src/platform/config';
import { createApp } from '../../src/app/create-app';
import { Published } from '../../src/platform/published';
import type { Serving } from './serve-process';

/** A request to the process: report its memory; with `clear`, drop all cached fan clubs first. */
export interface MemoryQuestion {
  clear: boolean;
}

/** The memory of the process, in bytes, after a garbage collection. */
export interface MemoryHeld {
  /** The cached fan clubs: their number, and their estimated bytes. */
  usage: { entries: number; bytes: number };
  /** All live objects, on the heap and outside it. */
  live: number;
  /** Resident memory, without the space for new objects, whose size differs between Node versions (Node 24: three times Node 20). */
  resident: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The space for new objects, which is reused and counts as resident memory. */
const roomForNewObjects = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name.startsWith('new_'))
    .reduce((sum, space) => sum + space.physical_space_size, 0);

/** Serves like `npm run serve`, and reports its memory on request. */
async function serve(): Promise<void> {
  process.once('disconnect', () => process.exit());
  const config = readConfig();
  const app = await createApp(config);
  const { snapshots } = app.get(Published);
  const reply = async ({ clear }: MemoryQuestion): Promise<void> => {
    if (clear) snapshots.dropAll();
    const { usage } = snapshots;
    for (let times = 0; times < 3; times += 1) {
      collect();
      await nextIteration(); // Freed objects may release others, and buffers are returned later.
    }
    const { heapUsed, external, rss } = process.memoryUsage();
    const held: MemoryHeld = { usage, live: heapUsed + external, resident: rss - roomForNewObjects() };
    process.send?.(held);
  };
  process.on('message', (question: MemoryQuestion) => void reply(question));
  await app.listen({ port: config.port, host: config.host });
  const serving: Serving = { origin: await app.getUrl() };
  process.send?.(serving);
}

void serve();
