import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { Config } from '#platform/config';
import { type FileUpload, Overloaded } from '#platform/http';
import {
  type ByteRange,
  type FileStore,
  FileStoreDown,
  newFileKey,
  requireFileKey,
  TooManyDownloads,
  type StoredObject,
  type StoreName,
} from './file-store';
import { FolderStore } from './folder-store';
import { IncomingFiles, type ReceivedFile } from './incoming-files';
import { S3Store } from './s3-store';

/** Downloads that one person may have open in a process: more than browsers and download managers usually need. */
const MOST_OF_OWNER = 6;

/** Where a file is. */
export interface FilePlace {
  readonly store: StoreName;
  readonly key: string;
}

/** A file that was stored for a fan club. */
export interface StoredFile extends Omit<ReceivedFile, 'path'>, FilePlace {}

/** The files of fan clubs: takes uploads, and opens and deletes files. Which row names which file is known to the domains. */
@Injectable()
export class Files {
  private readonly incoming: IncomingFiles;
  private readonly stores: Readonly<Record<StoreName, FileStore | null>>;
  private uploads = 0;
  private downloads = 0;
  private publicDownloads = 0;
  /** Open downloads by owner. */
  private readonly owners = new Map<string, number>();

  constructor(private readonly config: Config) {
    const { folder, s3 } = config.files;
    this.incoming = new IncomingFiles(folder);
    this.stores = { folder: new FolderStore(folder), s3: s3 && new S3Store(s3) };
  }

  /**
   * Stores an uploaded file under a new key. Write the row afterwards: a file without a row is deleted a day later.
   * @throws BodyRefused (413, 408), Overloaded, FileStoreDown
   */
  async add(fanclubId: number, upload: Pick<FileUpload, 'bytes'>): Promise<StoredFile> {
    const { maxSize, uploadTimeout, maxUploads } = this.config.files;
    if (this.uploads >= maxUploads) throw new Overloaded();
    this.uploads += 1;
    try {
      return await this.incoming.receive(upload.bytes(maxSize, uploadTimeout), async (file) => {
        const store = this.stores.s3 ?? this.storeOf('folder');
        const key = newFileKey(fanclubId, file.sha256);
        await store.write(key, file);
        const { size, sha256, mediaType } = file;
        return { size, sha256, mediaType, store: store.name, key };
      });
    } finally {
      this.uploads -= 1;
    }
  }

  /**
   * Opens a file, or a part of it.
   * @param owner who downloads, so that nobody takes the places of all others
   * @throws FileMissing, FileStoreDown, Overloaded, TooManyDownloads
   */
  async open({ store, key }: FilePlace, range: ByteRange | null, owner: string): Promise<Readable> {
    const own = this.owners.get(owner) ?? 0;
    if (own >= MOST_OF_OWNER) throw new TooManyDownloads();
    if (this.downloads >= this.config.files.maxDownloads) throw new Overloaded();
    this.downloads += 1;
    this.owners.set(owner, own + 1);
    const close = (): void => {
      this.downloads -= 1;
      const left = this.owners.get(owner)! - 1;
      if (left === 0) this.owners.delete(owner);
      else this.owners.set(owner, left);
    };
    return this.opened({ store, key }, range, close);
  }

  /**
   * Opens a file for everybody. As many may be open as downloads, but they take the places of no member.
   * @throws FileMissing, FileStoreDown, Overloaded
   */
  async openPublic(place: FilePlace): Promise<Readable> {
    if (this.publicDownloads >= this.config.files.maxDownloads) throw new Overloaded();
    this.publicDownloads += 1;
    return this.opened(place, null, () => (this.publicDownloads -= 1));
  }

  private async opened(
    { store, key }: FilePlace,
    range: ByteRange | null,
    close: () => void,
  ): Promise<Readable> {
    try {
      return (await this.storeOf(store).read(key, range)).once('close', close);
    } catch (error) {
      close();
      throw error;
    }
  }

  /** Deletes a file, unless `FILES_PURGE` is `false`. @throws FileStoreDown */
  async remove({ store, key }: FilePlace): Promise<void> {
    requireFileKey(key);
    if (!this.config.files.purge) return;
    return this.storeOf(store).remove(key);
  }

  /** The files of a fan club in every storage that is set up. @throws FileStoreDown */
  async *list(fanclubId: number): AsyncGenerator<StoredObject & FilePlace> {
    for (const store of Object.values(this.stores)) {
      if (!store) continue;
      for await (const found of store.list(fanclubId)) yield { ...found, store: store.name };
    }
  }

  /**
   * Tries the storage of new files, and the folder in which they arrive.
   * @returns false if nothing was stored yet, so that the folder does not exist
   * @throws FileStoreDown
   */
  async probe(): Promise<boolean> {
    const isThere = await this.storeOf('folder').probe();
    return (await this.stores.s3?.probe()) ?? isThere;
  }

  /** Deletes uploads that stopped processes have left. @returns how many */
  purgeIncoming(now: Date): Promise<number> {
    return this.incoming.purge(now);
  }

  private storeOf(name: StoreName): FileStore {
    const store = this.stores[name];
    if (!store) throw new FileStoreDown('S3_BUCKET is not set');
    return store;
  }
}
