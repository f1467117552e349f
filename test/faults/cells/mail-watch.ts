import { type FSWatcher, mkdirSync, watch } from 'node:fs';

/** Counts the mails that are written to the folders of several services, by the name that a mail has in each of them. */
export class MailWatch {
  private readonly seen = new Map<string, number>();
  private readonly watchers: FSWatcher[];

  constructor(folders: readonly string[]) {
    this.watchers = folders.map((folder) => {
      mkdirSync(folder, { recursive: true });
      return watch(folder, (change, name) => {
        // A complete file gets its name by renaming the draft.
        if (change === 'rename' && name?.endsWith('.eml'))
          this.seen.set(name, (this.seen.get(name) ?? 0) + 1);
      });
    });
  }

  /** The number of mails. */
  get count(): number {
    return this.seen.size;
  }

  /** Mails that were written more than once. */
  get repeated(): string[] {
    return [...this.seen].filter(([, times]) => times > 1).map(([name]) => name);
  }

  stop(): void {
    for (const watcher of this.watchers) watcher.close();
  }
}
