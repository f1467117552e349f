import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { itIsNotRun, itSurvives, worldOf } from './support/fault';
import { ask, clusterOf, type Postgres } from './support/postgres';
import { type Kind, PUBLIC } from './support/traffic';
import { canMount, mountSmallDisk, SMALL_DISK } from './support/small-disk';

/** The file system of the database is full. It is a small one in memory, which needs the right to mount it. */
const F16 = 'the disk of the tables is full for 10 s';

if (!canMount()) itIsNotRun('F16', F16, 'this account may not mount a file system');
else tryFullDisk();

function tryFullDisk(): void {
  const OWN: readonly Kind[] = ['account', 'orders', 'subscriptions', 'contest'];
  let disk: string;

  const world = worldOf({
    async prepare(postgres: Postgres, folder: string) {
      disk = mountSmallDisk(join(folder, SMALL_DISK));
      const tables = join(disk, 'tables');
      mkdirSync(tables);
      const { uid, gid } = statSync(clusterOf(join(folder, 'postgres')));
      chownSync(tables, uid, gid);
      await ask(postgres.url, `CREATE TABLESPACE small LOCATION '${tables}'`);
      return 'TABLESPACE small';
    },
  });

  itSurvives(world, {
    id: 'F16',
    fault: F16,
    within: 5,
    // More writes, so that every table needs a new page.
    manner: {
      kinds: ['contact', 'events', 'account', 'contact', 'entry', 'plans', 'orders', 'contact', 'update'],
    },
    async strike() {
      const filler = join(disk, 'filler');
      // All of the free space. The kernel reports when there is none left.
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k']);
      const remainder = Buffer.alloc(4096);
      try {
        for (;;) writeFileSync(filler, remainder, { flag: 'a' });
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
      }
      await sleep(10_000);
      rmSync(filler);
    },
    check(seen) {
      const reads = seen.of([...PUBLIC, ...OWN]);
      expect(reads.count('ok')).toBe(reads.samples.length);
      expect(seen.of(['contact']).count('failure')).toBeGreaterThan(0);
    },
  });
}
