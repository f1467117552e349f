import type { Readable } from 'node:stream';
import { BodyRefused } from './readable-body';
import { TEXTS } from './texts';

/** Bytes of a CSV file. */
export const CSV_LIMIT = 20 * 1024 * 1024;

/** The body of a request of type `text/csv`, which is read as it arrives. */
export class CsvUpload implements AsyncIterable<Uint8Array> {
  /** @param announced the bytes that `Content-Length` names; NaN without it */
  constructor(
    private readonly payload: Readable,
    private readonly announced: number,
  ) {}

  /** The bytes of the file, once. @throws BodyRefused (413) if there are more than {@link CSV_LIMIT} */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (this.announced > CSV_LIMIT) throw new BodyRefused(TEXTS.tooLarge, 413);
    let size = 0;
    for await (const chunk of this.payload as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > CSV_LIMIT) throw new BodyRefused(TEXTS.tooLarge, 413);
      yield chunk;
    }
  }
}
