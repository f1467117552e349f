import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type ByteRange,
  FILE_KEY,
  FileMissing,
  type FileStore,
  FileStoreDown,
  requireFileKey,
  type StoredObject,
} from './file-store';
import type { ReceivedFile } from './incoming-files';

/** Stores files in a folder, with a folder for each fan club. Only the service's user may read them. */
export class FolderStore implements FileStore {
  readonly name = 'folder';

  constructor(private readonly root: string) {}

  async write(key: string, { path }: ReceivedFile): Promise<void> {
    const target = this.pathOf(key);
    const folder = dirname(target);
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(down);
    await rename(path, target).catch(down);
    // Otherwise the name may be lost in a power failure, after the row was written.
    const handle = await open(folder, constants.O_RDONLY).catch(down);
    await handle
      .sync()
      // Some network file systems cannot do this with a folder.
      .catch((error: NodeJS.ErrnoException) => (error.code === 'EINVAL' ? undefined : down(error)))
      .finally(() => handle.close());
  }

  async read(key: string, range: ByteRange | null): Promise<Readable> {
    const path = this.pathOf(key);
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(down);
    return handle.createReadStream(range ? { start: range.first, end: range.last } : {});
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true }).catch(down);
  }

  async probe(): Promise<boolean> {
    if (!(await stat(this.root).catch(() => null))) return false;
    const path = join(this.root, `probe-${randomUUID()}`);
    const sent = randomUUID();
    try {
      await writeFile(path, sent, { flag: 'wx', mode: 0o600 });
      if ((await readFile(path, 'utf8')) !== sent) throw new FileStoreDown('other content');
    } catch (error) {
      if (error instanceof FileStoreDown) throw error;
      throw new FileStoreDown((error as NodeJS.ErrnoException).code ?? 'unknown');
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
    return true;
  }

  async *list(fanclubId: number): AsyncGenerator<StoredObject> {
    const names = await readdir(join(this.root, String(fanclubId))).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? [] : down(error),
    );
    for (const name of names) {
      const key = `${fanclubId}/${name}`;
      const found = FILE_KEY.test(key) ? await stat(this.pathOf(key)).catch(() => null) : null;
      if (found) yield { key, writtenAt: found.mtime };
    }
  }

  private pathOf(key: string): string {
    return join(this.root, requireFileKey(key));
  }
}

/** @throws FileMissing, FileStoreDown */
function down({ code = 'unknown' }: NodeJS.ErrnoException): never {
  if (code === 'ENOENT' || code === 'ELOOP') throw new FileMissing();
  throw new FileStoreDown(code);
}
