import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Config } from '#platform/config';
import { Overloaded } from '#platform/http';
import { FILE_KEY, FileMissing, FileStoreDown, TooManyDownloads } from './file-store';
import { Files } from './files';

const root = mkdtempSync(join(tmpdir(), 'files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const MIB = 1024 * 1024;
const settings = {
  folder: root,
  maxSize: 100 * MIB,
  uploadTimeout: 1e6,
  maxUploads: 2,
  maxDownloads: 7,
  purge: true,
  s3: null,
};
const filesWith = (more: object = {}): Files =>
  new Files({ files: { ...settings, ...more } } as unknown as Config);

const upload = (...contents: string[]) => ({
  async *bytes() {
    for (const content of contents) yield await Promise.resolve(Buffer.from(content));
  },
});

const PARTS = 128;
const PART = MIB / 4;

/** An upload of 32 MiB, of which one part exists at a time. @param look is called before each part with the bytes before it */
const large = (look: (sent: number) => void = () => undefined) => ({
  async *bytes() {
    for (let part = 0; part < PARTS; part += 1) {
      look(part * PART);
      yield await Promise.resolve(Buffer.alloc(PART, part));
    }
  },
});

describe('files in a folder', () => {
  it('for everybody take no place of a member, and are not without limit themselves', async () => {
    const files = filesWith({ maxDownloads: 1 });
    const file = await files.add(7, upload('x'));
    const open = await files.openPublic(file);
    await expect(files.openPublic(file)).rejects.toThrow(Overloaded);
    expect(await text(await files.open(file, null, 'a'))).toBe('x');
    expect(await text(open)).toBe('x');
    expect(await text(await files.openPublic(file))).toBe('x');
  });

  it('are read as they were stored, under a key of their own each time', async () => {
    const files = filesWith();
    const [one, two] = [await files.add(7, upload('The ', 'song')), await files.add(7, upload('The song'))];
    expect(one.key).toMatch(FILE_KEY);
    expect(one.key.slice(0, 66)).toBe(two.key.slice(0, 66));
    expect(one.key).not.toBe(two.key);
    expect(await text(await files.open(one, null, 'a'))).toBe('The song');
    expect(await text(await files.open(one, { first: 4, last: 5 }, 'a'))).toBe('so');
    await files.remove(one);
    await expect(files.open(one, null, 'a')).rejects.toThrow(FileMissing);
    await files.remove(one);
  });

  it.each([
    '../secret',
    '7/../../secret',
    '7/x',
    '/etc/passwd',
    '7/',
    `7/${'a'.repeat(64)}-../../../secret12`,
  ])('are never opened, written or deleted by another path: %s', async (key) => {
    const files = filesWith();
    const place = { store: 'folder', key } as const;
    await expect(files.open(place, null, 'a')).rejects.toThrow('not the key of a file');
    await expect(async () => files.remove(place)).rejects.toThrow('not the key of a file');
  });

  it('do not include what a link in the folder leads to', async () => {
    writeFileSync(join(root, 'outside'), 'secret');
    const { key } = await filesWith().add(8, upload('x'));
    const link = key.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    symlinkSync(join(root, 'outside'), join(root, link));
    await expect(filesWith().open({ store: 'folder', key: link }, null, 'a')).rejects.toThrow(FileMissing);
  });

  it('are opened six times at once by one person at most, whatever others do', async () => {
    const files = filesWith();
    const file = await files.add(7, upload('The song'));
    const open = (owner: string) => files.open(file, null, owner);
    const streams = await Promise.all(Array.from({ length: 6 }, () => open('a')));
    await expect(open('a')).rejects.toThrow(TooManyDownloads);
    streams.push(await open('b'));
    await expect(open('b')).rejects.toThrow(Overloaded);
    for (const stream of streams) await text(stream);
    expect(await text(await open('a'))).toBe('The song');
  });

  it('are not deleted by a copy of the installation', async () => {
    const file = await filesWith().add(7, upload('The song'));
    await filesWith({ purge: false }).remove(file);
    expect(await text(await filesWith().open(file, null, 'a'))).toBe('The song');
  });

  it('are never in memory as a whole: each part is on the disk before the next one is read', async () => {
    const files = filesWith();
    const incoming = join(root, 'incoming');
    const ahead: number[] = [];
    const stored = await files.add(
      9,
      large((sent) => {
        const [name] = sent === 0 ? [] : readdirSync(incoming);
        ahead.push(sent - (name === undefined ? 0 : statSync(join(incoming, name)).size));
      }),
    );
    expect([stored.size, Math.max(...ahead)]).toEqual([PARTS * PART, 0]);
    const stream = await files.open(stored, null, 'a');
    let [read, waiting] = [0, 0];
    for await (const chunk of stream) {
      read += (chunk as Buffer).length;
      waiting = Math.max(waiting, stream.readableLength);
    }
    expect(read).toBe(PARTS * PART);
    expect(waiting).toBeLessThan(MIB);
  });

  it('leave nothing if the upload breaks off', async () => {
    const broken = {
      async *bytes() {
        yield await Promise.resolve(Buffer.from('half'));
        throw new Error('aborted');
      },
    };
    await expect(filesWith().add(10, broken)).rejects.toThrow('aborted');
    expect(readdirSync(join(root, 'incoming'))).toEqual([]);
    expect(readdirSync(root)).not.toContain('10');
  });

  it('are refused clearly if the folder cannot be written', async () => {
    const folder = join(root, 'outside', 'files');
    await expect(filesWith({ folder }).add(7, upload('x'))).rejects.toThrow(FileStoreDown);
  });
});

describe('files in an S3-compatible storage', () => {
  let server: Server;
  let received = 0;
  const s3 = () => ({
    bucket: 'b',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'r',
    accessKeyId: 'k',
    secretAccessKey: 's',
    isPathStyle: true,
  });

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => (received += chunk.length));
      request.on('end', () => response.end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  it('are sent there with little memory', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const taken = (): number => {
      // V8 frees the buffers that the first one finds on another thread, and the second one waits for it.
      collect();
      collect();
      return process.memoryUsage().arrayBuffers;
    };
    const before = taken();
    let half = 0;
    server.on('request', (request: IncomingMessage) =>
      request.on('data', () => {
        if (half === 0 && received > (PARTS * PART) / 2) half = taken();
      }),
    );
    await filesWith({ s3: s3() }).add(9, large());
    expect(received).toBe(PARTS * PART);
    expect(half - before).toBeLessThan(8 * MIB);
  });

  it.each([
    ['a port that nobody listens on', () => ({ ...s3(), endpoint: 'http://127.0.0.1:1' })],
    ['a name that does not exist', () => ({ ...s3(), endpoint: 'http://storage.invalid' })],
  ])('that is at %s is down', async (_, config) => {
    await expect(filesWith({ s3: config() }).add(9, upload('x'))).rejects.toThrow(FileStoreDown);
  });

  it('that breaks off in a list is down', async () => {
    const breaking = createServer((_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('<ListBucketResult>');
      setImmediate(() => response.destroy());
    });
    await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(breaking.address() as AddressInfo).port}`;
    const list = filesWith({ folder: join(root, 'none'), s3: { ...s3(), endpoint } }).list(7);
    await expect(list.next()).rejects.toThrow(FileStoreDown);
    breaking.close();
  });

  it('that is not set up any more is down for the files that are there', async () => {
    const place = { store: 's3', key: `7/${'a'.repeat(64)}-${'0'.repeat(16)}` } as const;
    await expect(filesWith().open(place, null, 'a')).rejects.toThrow(FileStoreDown);
  });
});
