import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { BodyRefused } from './readable-body';
import { TEXTS } from './texts';

/** The connections on which a handler reads a file. They have a time limit of their own. */
const receiving = new WeakSet<Socket>();

/** Whether a handler is reading a file from a connection, so that `REQUEST_TIMEOUT_SECONDS` does not apply to it. */
export const isReceivingFile = (socket: Socket): boolean => receiving.has(socket);

/** The upload was not complete in time. */
const TOO_SLOW = 'The file took too long to arrive.';

/** The body of a request of type `application/octet-stream` to a route for files, which is read as it arrives. */
export class FileUpload {
  /** @param announced the bytes that `Content-Length` names; NaN without it */
  constructor(
    private readonly payload: Readable,
    private readonly message: IncomingMessage,
    private readonly announced: number,
  ) {}

  /** Whether the client has closed the connection. It then gets no answer. */
  get isAbandoned(): boolean {
    return this.message.socket.destroyed;
  }

  /**
   * The bytes of the file, once.
   * @param timeout milliseconds
   * @throws BodyRefused if there are more than `limit` bytes (413), or they take too long (408)
   */
  async *bytes(limit: number, timeout: number): AsyncGenerator<Buffer> {
    if (this.announced > limit) throw new BodyRefused(TEXTS.tooLarge, 413);
    const end = performance.now() + timeout;
    const { socket } = this.message;
    receiving.add(socket);
    try {
      let size = 0;
      for await (const chunk of this.payload as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > limit) throw new BodyRefused(TEXTS.tooLarge, 413);
        if (performance.now() > end) throw new BodyRefused(TOO_SLOW, 408);
        yield chunk;
      }
      // The client rightly sends nothing more while the file is being stored. `readBodies` sets the time limit again for the answer.
      socket.setTimeout(0);
    } finally {
      receiving.delete(socket);
    }
  }
}
