import 'reflect-metadata';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readConfig } from '../../src/config';
import { createApp } from '../../src/create-app';
import { Published } from '../../src/published';
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
  resident: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Serves as `npm run serve` does, and tells on request what it holds in memory. */
async function serve(): Promise<void> {
  process.once('disconnect', () => process.exit());
  const config = readConfig();
  const app = await createApp(config);
  const { snapshots } = app.get(Published);
  const tell = async ({ forget }: MemoryQuestion): Promise<void> => {
    if (forget) snapshots.dropAll();
    const { usage } = snapshots;
    collect();
    await turn(); // What is freed may let go of more.
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    const held: MemoryHeld = { usage, live: heapUsed + external, resident: rss };
    process.send?.(held);
  };
  process.on('message', (question: MemoryQuestion) => void tell(question));
  await app.listen({ port: config.port, host: config.host });
  const serving: Serving = { origin: await app.getUrl() };
  process.send?.(serving);
}

void serve();
