import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStoreDown } from './file-store';
import { HEAD_BYTES, mediaTypeOf } from './media-type';

/** A file that has arrived completely. It lies in the folder of incoming files until it is stored or discarded. */
export interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: Buffer;
  /** By its content: see {@link mediaTypeOf}. */
  readonly mediaType: string;
}

/** The name of the folder where uploads arrive, in that of all files. */
export const INCOMING = 'incoming';

/** Milliseconds after which the file of an upload that a stopped process has left is deleted. */
const LEFT_BEHIND = 24 * 60 * 60 * 1000;

/** The folder where uploads arrive. Only the size of a chunk is in memory. */
export class IncomingFiles {
  readonly folder: string;

  /** @param root the folder of all files; on the same file system, so that storing is renaming */
  constructor(root: string) {
    this.folder = join(root, INCOMING);
  }

  /**
   * Writes a file as it arrives, and gives it to `use`. Afterwards, or if it does not arrive whole, nothing of it is left here.
   * @throws FileStoreDown if the disk is full
   */
  async receive<T>(source: AsyncIterable<Buffer>, use: (file: ReceivedFile) => Promise<T>): Promise<T> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 }).catch(full);
    const path = join(this.folder, randomUUID());
    try {
      return await use({ path, ...(await writeAll(path, source)) });
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Deletes what stopped processes have left. @returns how many files */
  async purge(now: Date): Promise<number> {
    const names = await readdir(this.folder).catch(() => []);
    let purged = 0;
    for (const name of names) {
      const path = join(this.folder, name);
      const written = await stat(path).catch(() => null);
      if (!written || now.getTime() - written.mtimeMs < LEFT_BEHIND) continue;
      await rm(path, { force: true });
      purged += 1;
    }
    return purged;
  }
}

async function writeAll(path: string, source: AsyncIterable<Buffer>): Promise<Omit<ReceivedFile, 'path'>> {
  const hash = createHash('sha256');
  const handle = await open(path, 'wx', 0o600).catch(full);
  let size = 0;
  let head = Buffer.alloc(0);
  try {
    for await (const chunk of source) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      hash.update(chunk);
      size += chunk.length;
      await handle.appendFile(chunk).catch(full);
    }
    await handle.sync().catch(full);
  } finally {
    await handle.close();
  }
  return { size, sha256: hash.digest(), mediaType: mediaTypeOf(head) };
}

/** @throws FileStoreDown */
function full({ code = 'unknown' }: NodeJS.ErrnoException): never {
  throw new FileStoreDown(code);
}
