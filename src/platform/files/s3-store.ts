import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { S3Config } from '#platform/config';
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
import { S3Client } from './s3-client';

/** Stores files as objects of an S3-compatible storage. */
export class S3Store implements FileStore {
  readonly name = 's3';
  private readonly client: S3Client;

  constructor(config: S3Config) {
    this.client = new S3Client(config);
  }

  async write(key: string, { path, size, sha256, mediaType }: ReceivedFile): Promise<void> {
    const answer = await this.client.send({
      method: 'PUT',
      key: requireFileKey(key),
      headers: { 'content-type': mediaType },
      body: { stream: createReadStream(path), size, sha256: sha256.toString('hex') },
    });
    discard(answer, 200);
  }

  async read(key: string, range: ByteRange | null): Promise<Readable> {
    const headers = range ? { range: `bytes=${range.first}-${range.last}` } : undefined;
    const answer = await this.client.send({ method: 'GET', key: requireFileKey(key), headers });
    if (answer.statusCode === (range ? 206 : 200)) {
      // The reader may be slow. The time limit of its own connection applies.
      answer.socket.setTimeout(0);
      return answer;
    }
    discard(answer, 404);
    throw new FileMissing();
  }

  async remove(key: string): Promise<void> {
    discard(await this.client.send({ method: 'DELETE', key: requireFileKey(key) }), 200, 204, 404);
  }

  async probe(): Promise<boolean> {
    const key = `probe-${randomUUID()}`;
    const sent = Buffer.from(randomUUID());
    const body = { size: sent.length, sha256: createHash('sha256').update(sent).digest('hex') };
    const stream = Readable.from([sent]);
    try {
      discard(await this.client.send({ method: 'PUT', key, body: { ...body, stream } }), 200);
      const read = await this.client.send({ method: 'GET', key });
      if (read.statusCode !== 200) discard(read);
      if ((await text(read)) !== sent.toString()) throw new FileStoreDown('other content');
      // Erasing a fan club lists its files.
      discard(await this.client.send({ method: 'GET', query: { 'list-type': '2', prefix: key } }), 200);
    } catch (error) {
      // What does not work is known, so it does not matter whether this does.
      await this.client.send({ method: 'DELETE', key }).then(discardAny, () => undefined);
      throw error;
    }
    discard(await this.client.send({ method: 'DELETE', key }), 200, 204);
    return true;
  }

  async *list(fanclubId: number): AsyncGenerator<StoredObject> {
    for (let next: string | null = ''; next !== null;) {
      const query: Record<string, string> = { 'list-type': '2', prefix: `${fanclubId}/` };
      if (next !== '') query['continuation-token'] = next;
      const answer = await this.client.send({ method: 'GET', query });
      if (answer.statusCode !== 200) discard(answer);
      const xml = await text(answer).catch(({ code = 'unknown' }: NodeJS.ErrnoException) => {
        throw new FileStoreDown(code);
      });
      for (const [, entry] of xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
        const key = element(entry, 'Key');
        const writtenAt = new Date(element(entry, 'LastModified') ?? '');
        if (key !== null && FILE_KEY.test(key) && !isNaN(writtenAt.getTime())) yield { key, writtenAt };
      }
      next = element(xml, 'NextContinuationToken');
    }
  }
}

/** Keys have no characters that XML escapes; of a token `&` is the only one. */
const element = (xml: string, name: string): string | null =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1].replaceAll('&amp;', '&') ?? null;

/** Does not read the rest of an answer. @throws FileStoreDown unless its status is one of the expected */
function discard(answer: IncomingMessage, ...expected: readonly number[]): void {
  answer.resume();
  if (!expected.includes(answer.statusCode ?? 0)) throw new FileStoreDown(`HTTP ${answer.statusCode}`);
}

const discardAny = (answer: IncomingMessage): void => void answer.resume();
