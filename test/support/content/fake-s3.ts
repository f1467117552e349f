import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The keys per page of a list. */
const PAGE = 2;

const CREDENTIALS = { accessKeyId: 'AKIATEST', secretAccessKey: 'a secret of the storage' };
const REGION = 'eu-north-1';
const BUCKET = 'fanclub-files';

/**
 * A storage with the part of S3's protocol that the service uses, on a loopback port. It computes the signature of each request by
 * itself (AWS Signature Version 4), and compares the body with the signed hash.
 */
export class FakeS3 {
  readonly objects = new Map<string, { content: Buffer; type: string; writtenAt: Date }>();
  /** Method and path of the requests that were refused. */
  readonly refused: string[] = [];
  /** Method and path of all requests. */
  readonly asked: string[] = [];
  /** The status of all answers; null: it works. */
  failsWith: number | null = null;
  /** The only requests that get it: a method, or `LIST`. Null: all. */
  failsAt: string | null = null;
  /** Called with the key of an object before it is stored; its end is waited for. */
  beforeStoring: (key: string) => Promise<void> = () => Promise.resolve();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  static async start(): Promise<FakeS3> {
    const fake = new FakeS3();
    await new Promise<void>((resolve) => fake.server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  /** The settings of a service that stores files here. */
  get settings(): Record<string, string> {
    return {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = await buffer(request).catch(() => null);
    if (content === null) return;
    const url = new URL(request.url!, 'http://s3');
    this.asked.push(`${request.method} ${url.pathname}`);
    const kind = url.pathname === `/${BUCKET}/` ? 'LIST' : request.method;
    if (this.failsWith !== null && (this.failsAt ?? kind) === kind)
      return void response.writeHead(this.failsWith).end('<Error/>');
    if (!isSigned(request, url, content)) {
      this.refused.push(`${request.method} ${url.pathname}`);
      return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    }
    const key = url.pathname.slice(`/${BUCKET}/`.length);
    if (request.method === 'GET' && key === '') return this.list(url, response);
    if (request.method === 'PUT') {
      const type = request.headers['content-type'] ?? '';
      await this.beforeStoring(key);
      this.objects.set(key, { content, type, writtenAt: new Date() });
      return void response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = this.objects.get(key);
    if (!found) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (first === undefined) return void response.writeHead(200).end(found.content);
    response.writeHead(206).end(found.content.subarray(Number(first), Number(last) + 1));
  }

  private list(url: URL, response: ServerResponse): void {
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(url.searchParams.get('prefix')!))
      .sort();
    const from = Number(/^after&(\d+)$/.exec(url.searchParams.get('continuation-token') ?? '')?.[1] ?? 0);
    const entries = keys.slice(from, from + PAGE).map((key) => {
      const { writtenAt } = this.objects.get(key)!;
      return `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified></Contents>`;
    });
    const next =
      from + PAGE < keys.length
        ? `<NextContinuationToken>after&amp;${from + PAGE}</NextContinuationToken>`
        : '';
    response
      .writeHead(200)
      .end(`<?xml version="1.0"?><ListBucketResult>${entries.join('')}${next}</ListBucketResult>`);
  }
}

/** Whether a request has the signature of {@link CREDENTIALS}, and the body that it names. */
function isSigned({ method, headers }: IncomingMessage, url: URL, content: Buffer): boolean {
  const [, credential, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const date = String(headers['x-amz-date']);
  const scope = `${date.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const age = Math.abs(
    Date.now() - Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')),
  );
  if (credential !== `${CREDENTIALS.accessKeyId}/${scope}` || !(age < 900_000)) return false;
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort();
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const key = [date.slice(0, 8), REGION, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${CREDENTIALS.secretAccessKey}`,
  );
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  return hmac(key, text).toString('hex') === signature && headers['x-amz-content-sha256'] === sha256(content);
}
