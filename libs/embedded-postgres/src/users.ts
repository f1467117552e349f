import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './lock';

/**
 * Who uses the server of a data directory: one empty file per start, named after the process. The last one to leave stops
 * the server, whoever started it. A process that was killed counts as gone, so an orphaned server is taken over by the next.
 */
export class Users {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'users');
  }

  private static arrivals = 0;

  /** Signs in; the returned name is for `leave`. */
  enter(): string {
    mkdirSync(this.folder, { recursive: true });
    const name = `${process.pid}-${(Users.arrivals += 1)}`;
    writeFileSync(join(this.folder, name), '');
    return name;
  }

  leave(name: string): void {
    rmSync(join(this.folder, name), { force: true });
  }

  /** True when nobody who is still alive uses the server. */
  isEmpty(): boolean {
    for (const name of readdirSync(this.folder)) {
      if (isAlive(Number(name.split('-')[0]))) return false;
      this.leave(name);
    }
    return true;
  }
}
