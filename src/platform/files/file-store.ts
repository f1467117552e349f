import type { Readable } from 'node:stream';
import { randomBytes } from 'node:crypto';
import { DomainError, type FailureLogLevel } from '#libs/envelope';
import type { ReceivedFile } from './incoming-files';

/** Where a file is stored: in the folder of this installation, or in the S3-compatible storage. */
export const STORE_NAMES = ['folder', 's3'] as const;
export type StoreName = (typeof STORE_NAMES)[number];

/** Bytes of a file, both inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** A file in a storage. */
export interface StoredObject {
  readonly key: string;
  readonly writtenAt: Date;
}

/** A storage of files. A file is written once and never changed. All methods throw {@link FileStoreDown} if it does not answer. */
export interface FileStore {
  readonly name: StoreName;
  /** Stores a received file, whole or not at all. */
  write(key: string, file: ReceivedFile): Promise<void>;
  /** Opens a file, or a part of it. @throws FileMissing */
  read(key: string, range: ByteRange | null): Promise<Readable>;
  /** Deletes a file, if it exists. */
  remove(key: string): Promise<void>;
  /** Writes, reads and deletes a small file of no fan club. @returns false if the storage comes to exist with the first file */
  probe(): Promise<boolean>;
  /** The files of a fan club. */
  list(fanclubId: number): AsyncIterable<StoredObject>;
}

/** The storage cannot be used at the moment. Nothing was changed. */
export class FileStoreDown extends DomainError {
  readonly messages = ['Files are not available at the moment. Please try again in a few minutes.'];
  override readonly status = 503;
  override readonly retryAfter = 60;
  override readonly logLevel: FailureLogLevel = 'error';

  /** @param code for the log: `ECONNREFUSED`, `HTTP 403` */
  constructor(readonly code: string) {
    super();
  }
}

/** A person has as many downloads open as one may have. */
export class TooManyDownloads extends DomainError {
  readonly messages = [
    'You are downloading several files already. Please try again when one of them is complete.',
  ];
  override readonly status = 429;
  override readonly retryAfter = 30;
}

/** A row names a file that its storage does not have, for example after only the database was restored. */
export class FileMissing extends DomainError {
  readonly messages = ['This file is not available. Please tell the support.'];
  override readonly status = 404;
  override readonly logLevel: FailureLogLevel = 'error';
}

/**
 * The key of a new file: the fan club, the SHA-256 of the content, and a random part. Each upload has a key of its own, so deleting
 * one that no row names cannot meet an upload of the same content.
 */
export const newFileKey = (fanclubId: number, sha256: Buffer): string =>
  `${fanclubId}/${sha256.toString('hex')}-${randomBytes(8).toString('hex')}`;

/** The form of a key, also a constraint of the tables that have keys. */
export const FILE_KEY = /^[1-9]\d*\/[0-9a-f]{64}-[0-9a-f]{16}$/;

/** @throws Error if a text is not a key, so that no other path is ever opened */
export function requireFileKey(key: string): string {
  if (!FILE_KEY.test(key)) throw new Error('not the key of a file');
  return key;
}
