import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Config } from '#platform/config';
import { FileStoreDown } from './file-store';

/** The part of `aws4` that is used: it adds the header `Authorization`. */
interface Aws4 {
  sign(request: Signable, credentials: Pick<S3Config, 'accessKeyId' | 'secretAccessKey'>): Signable;
}

interface Signable {
  service: 's3';
  region: string;
  method: string;
  host: string;
  path: string;
  headers: Record<string, string | number>;
}

// Loaded with the first request, because most installations have no S3.
const load = createRequire(__filename) as (name: 'aws4') => Aws4;

/** Milliseconds without any byte after which the storage does not answer. */
const IDLE = 10_000;

/** For storing: a storage is silent while it completes a large object. */
const IDLE_STORING = 120_000;

/** Milliseconds that storing may take in all. Proxies must wait longer for the answer (`proxy_read_timeout`). */
const LONGEST_STORING = 600_000;

const EMPTY = createHash('sha256').update('').digest('hex');

/** A request to the storage. */
export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Absent: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Its size and SHA-256 in hexadecimal digits are signed. */
  readonly body?: { readonly stream: Readable; readonly size: number; readonly sha256: string };
}

/** Sends signed requests to a bucket (AWS Signature Version 4). Redirects are not followed. */
export class S3Client {
  private readonly endpoint: URL;

  constructor(private readonly config: S3Config) {
    this.endpoint = new URL(config.endpoint);
  }

  /** The answer, whose body the caller must read or destroy. @throws FileStoreDown if there is none, or one of 500 or more */
  async send({ method, key = '', query = {}, headers = {}, body }: S3Request): Promise<http.IncomingMessage> {
    const { bucket, region, isPathStyle, accessKeyId, secretAccessKey } = this.config;
    const { protocol, host, pathname } = this.endpoint;
    const base = pathname.replace(/\/$/, '');
    const search = new URLSearchParams(query).toString().replaceAll('+', '%20');
    const signed: Signable = {
      service: 's3',
      region,
      method,
      host: isPathStyle ? host : `${bucket}.${host}`,
      path: `${base}${isPathStyle ? `/${bucket}` : ''}/${key}${search && `?${search}`}`,
      headers: {
        ...headers,
        'x-amz-content-sha256': body?.sha256 ?? EMPTY,
        ...(body && { 'content-length': body.size }),
      },
    };
    load('aws4').sign(signed, { accessKeyId, secretAccessKey });
    const { request: ask } = protocol === 'https:' ? https : http;
    const address = new URL(`${protocol}//${signed.host}${signed.path}`);
    const limits =
      method === 'PUT'
        ? { timeout: IDLE_STORING, signal: AbortSignal.timeout(LONGEST_STORING) }
        : { timeout: IDLE };
    const sent = ask(address, { method, headers: signed.headers, ...limits, agent: false });
    sent.on('timeout', () => sent.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    const answer = await answerOf(sent, body?.stream);
    const { statusCode = 0 } = answer;
    if (statusCode < 500 && statusCode !== 401 && statusCode !== 403) return answer;
    answer.destroy();
    throw new FileStoreDown(`HTTP ${statusCode}`);
  }
}

/** @throws FileStoreDown */
function answerOf(sent: http.ClientRequest, body: Readable | undefined): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = ({ code = 'unknown' }: NodeJS.ErrnoException): void => reject(new FileStoreDown(code));
    sent.on('response', resolve);
    sent.on('error', fail);
    if (body) pipeline(body, sent).catch(fail);
    else sent.end();
  });
}
