import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './lock';

/**
 * The users of a data directory's server: one empty file per start, named after the process. The last user to leave stops
 * the server. Files of dead processes do not count.
 */
export class Users {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'users');
  }

  private static arrivals = 0;

  /** Adds a user and returns its name, for `leave`. */
  enter(): string {
    mkdirSync(this.folder, { recursive: true });
    const name = `${process.pid}-${(Users.arrivals += 1)}`;
    writeFileSync(join(this.folder, name), '');
    return name;
  }

  leave(name: string): void {
    rmSync(join(this.folder, name), { force: true });
  }

  /** True when no living process uses the server. */
  isEmpty(): boolean {
    for (const name of readdirSync(this.folder)) {
      if (isAlive(Number(name.split('-')[0]))) return false;
      this.leave(name);
    }
    return true;
  }
}
