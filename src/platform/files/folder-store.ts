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
import { INCOMING, type ReceivedFile } from './incoming-files';

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
    if (!(await isThere(this.root))) return false;
    // As an upload does: it arrives in a folder of its own. That is not made here, because it would belong to who runs the probe.
    const incoming = join(this.root, INCOMING);
    const name = `probe-${randomUUID()}`;
    const arrived = join((await isThere(incoming)) ? incoming : this.root, name);
    const stored = join(this.root, `${name}-stored`);
    const sent = randomUUID();
    try {
      await writeFile(arrived, sent, { flag: 'wx', mode: 0o600 });
      await rename(arrived, stored);
      if ((await readFile(stored, 'utf8')) !== sent) throw new FileStoreDown('other content');
      await rm(stored);
    } catch (error) {
      for (const path of [arrived, stored]) await rm(path, { force: true }).catch(() => undefined);
      throw error instanceof FileStoreDown ? error : failed(error as NodeJS.ErrnoException);
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

const failed = ({ code = 'unknown' }: NodeJS.ErrnoException): FileStoreDown => new FileStoreDown(code);

/** @throws FileStoreDown unless a folder is there or does not exist */
async function isThere(folder: string): Promise<boolean> {
  try {
    await stat(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw failed(error as NodeJS.ErrnoException);
  }
}

/** @throws FileMissing, FileStoreDown */
function down({ code = 'unknown' }: NodeJS.ErrnoException): never {
  if (code === 'ENOENT' || code === 'ELOOP') throw new FileMissing();
  throw new FileStoreDown(code);
}
