import 'reflect-metadata';
import { setImmediate as turn } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readConfig } from '../../src/platform/config';
import { createApp } from '../../src/create-app';
import { Published } from '../../src/platform/published';
import type { Serving } from './serve-process';

/** What the process is asked: what its memory holds; with `forget`, after it has forgotten all fan clubs. */
export interface MemoryQuestion {
  forget: boolean;
}

/** What the process holds in memory, in bytes, after a garbage collection. */
export interface MemoryHeld {
  /** Of fan clubs: how many, and how many bytes they are taken for. */
  usage: { entries: number; bytes: number };
  /** All that lives, on the heap and outside it. */
  live: number;
  /** In real memory, without the room for new objects: the engine chooses that, and Node 24 three times that of Node 20. */
  resident: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Real memory that is used again and again for objects before it is known whether they stay. */
const roomForNewObjects = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name.startsWith('new_'))
    .reduce((sum, space) => sum + space.physical_space_size, 0);

/** Serves as `npm run serve` does, and tells on request what it holds in memory. */
async function serve(): Promise<void> {
  process.once('disconnect', () => process.exit());
  const config = readConfig();
  const app = await createApp(config);
  const { snapshots } = app.get(Published);
  const tell = async ({ forget }: MemoryQuestion): Promise<void> => {
    if (forget) snapshots.dropAll();
    const { usage } = snapshots;
    for (let times = 0; times < 3; times += 1) {
      collect();
      await turn(); // What is freed may let go of more, and buffers are given back later.
    }
    const { heapUsed, external, rss } = process.memoryUsage();
    const held: MemoryHeld = { usage, live: heapUsed + external, resident: rss - roomForNewObjects() };
    process.send?.(held);
  };
  process.on('message', (question: MemoryQuestion) => void tell(question));
  await app.listen({ port: config.port, host: config.host });
  const serving: Serving = { origin: await app.getUrl() };
  process.send?.(serving);
}

void serve();
