import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { FileUpload } from './file-upload';
import { answerProtocolError } from './protocol-errors';

const socket = Object.assign(new EventEmitter(), {
  written: '',
  writable: true,
  destroyed: false,
  limits: [] as number[],
  setTimeout: (limit: number) => void socket.limits.push(limit),
  write: (text: string) => void (socket.written += text),
  destroySoon: () => void (socket.writable = false),
});
const timeOut = (): void =>
  answerProtocolError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' } as never, socket as unknown as Socket, {});
const upload = (parts: string[], announced = NaN): FileUpload =>
  new FileUpload(
    Readable.from(parts.map((part) => Buffer.from(part))),
    { socket } as unknown as IncomingMessage,
    announced,
  );
const received = async (file: FileUpload, limit = 10, timeout = 1e6): Promise<string> => {
  let text = '';
  for await (const chunk of file.bytes(limit, timeout)) text += chunk.toString();
  return text;
};

describe('an uploaded file', () => {
  it('is received up to its limit', async () => {
    expect(await received(upload(['12345', '67890']))).toBe('1234567890');
    await expect(received(upload(['12345', '678901']))).rejects.toMatchObject({ status: 413 });
    await expect(received(upload(['1'], 11))).rejects.toMatchObject({ status: 413 });
  });

  it('is refused if it takes too long', async () => {
    await expect(received(upload(['1', '2']), 10, -1)).rejects.toMatchObject({ status: 408 });
  });

  it('has no limit of silence once it is complete, because storing it may take long', async () => {
    socket.limits.length = 0;
    const bytes = upload(['1', '2']).bytes(10, 1e6);
    await bytes.next();
    expect(socket.limits).toEqual([]);
    for (let isDone: boolean | undefined = false; !isDone;) isDone = (await bytes.next()).done;
    expect(socket.limits).toEqual([0]);
  });

  it('is abandoned once the client has closed the connection', () => {
    const file = upload(['1']);
    expect(file.isAbandoned).toBe(false);
    socket.destroyed = true;
    expect(file.isAbandoned).toBe(true);
    socket.destroyed = false;
  });

  it('may take longer than other requests, and only while it is received', async () => {
    const bytes = upload(['1', '2']).bytes(10, 1e6);
    await bytes.next();
    timeOut();
    expect(socket).toMatchObject({ writable: true, written: '' });
    await bytes.return(undefined);
    timeOut();
    expect(socket.writable).toBe(false);
    expect(socket.written).toMatch(/^HTTP\/1.1 408 /);
  });
});
