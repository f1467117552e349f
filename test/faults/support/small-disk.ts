import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder for a small file system, in the folder of a world. */
export const SMALL_DISK = 'small-disk';

/** Enough for the database of a world with a few thousand rows. */
const SIZE = 'size=48m,mode=755';

const mount = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', SIZE, 'tmpfs', folder]).status === 0;

/** Whether this account may mount a file system. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'fanclub-mount-'));
  const mounted = mount(folder);
  if (mounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return mounted;
}

/** Mounts a small file system at a new folder, and returns the folder. The janitor unmounts it. */
export function mountSmallDisk(folder: string): string {
  mkdirSync(folder);
  if (!mount(folder)) throw new Error(`No file system could be mounted at ${folder}.`);
  return folder;
}
