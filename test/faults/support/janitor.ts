import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { discardEmbeddedPostgres } from '#libs/embedded-postgres';
import { endAll } from './processes';
import { SMALL_DISK } from './small-disk';

/** Waits until the tests are over or were killed. Then stops every PostgreSQL of their folder, and removes the folder. */
async function cleanUp(): Promise<void> {
  const folder = process.argv[2];
  await new Promise((resolve) => process.once('disconnect', resolve));
  for (const name of readdirSync(folder))
    if (existsSync(join(folder, name, 'password'))) await discardEmbeddedPostgres(join(folder, name));
  const cluster = join(folder, 'cluster');
  if (existsSync(cluster)) await endAll(cluster);
  const disk = join(folder, SMALL_DISK);
  if (existsSync(disk)) spawnSync('umount', [disk]);
  rmSync(folder, { recursive: true, force: true });
}

void cleanUp();
