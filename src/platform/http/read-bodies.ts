import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Readable } from 'node:stream';
import { jsonpOf } from '#libs/jsonp';
import { CsvUpload } from './csv-upload';
import { FileUpload } from './file-upload';
import { readAnyJson, readForm, readFormBody, readJsonBody, UnreadableBody } from './readable-body';
import { TEXTS } from './texts';

/** Bytes of a request body. */
export const BODY_LIMIT = 65_536;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const CSV_TYPE = 'text/csv';
const FILE_TYPE = 'application/octet-stream';

/** The only addresses that take files. */
const TAKES_FILES = /^\/staff\/api\//;

declare module 'fastify' {
  interface FastifyContextConfig {
    rawBody?: boolean;
    /** See {@link ReceivesFile}. */
    takesFile?: boolean;
  }
}

/** The body of the route is a `Buffer`, for signatures. An unreadable body stays an {@link UnreadableBody}. */
export const RawBody = (): MethodDecorator => RouteConfig({ rawBody: true });

/** The body of the route, of type `application/octet-stream`, is a {@link FileUpload}. */
export const ReceivesFile = (): MethodDecorator => RouteConfig({ takesFile: true });

/** A media type (RFC 9110, 8.3.1); its parameters are ignored. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;
const UTF_8 = /^(utf-?8|us-ascii)$/i;

/**
 * Reads JSON and forms on every route (contract 1.3). A JSON object is read with any `Content-Type`. Nothing is refused here: an
 * invalid body becomes an {@link UnreadableBody}, and a missing body an empty object. A JSONP write has its query as the body
 * (contract 1.6). CSV files for staff become a {@link CsvUpload}, other files a {@link FileUpload}. Routes with `@RawBody()` get the bytes.
 */
export function readBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPE, readBy(readJsonBody));
  fastify.addContentTypeParser(FORM_TYPE, readBy(readFormBody));
  fastify.addContentTypeParser(CSV_TYPE, readCsv);
  fastify.addContentTypeParser(FILE_TYPE, readFile);
  fastify.addContentTypeParser('*', readBy(unsupported));
  fastify.addHook('onRequest', ({ method, raw: { headers } }, _reply, done) => {
    const type = headers['content-type'];
    // Fastify would refuse an invalid media type, and a QUERY without one, before any guard runs.
    const isInvalid = type === undefined ? method === 'QUERY' : !MEDIA_TYPE.test(type);
    if (isInvalid) headers['content-type'] = 'application/octet-stream';
    done();
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (jsonpOf(request)?.isWrite) request.body = readForm(queryOf(request.url));
    else request.body ??= {};
    done();
  });
  fastify.addHook('onSend', ({ raw, body }, reply, _payload, done) => {
    // Otherwise the rest of the unread body would be parsed as the next request.
    const isUnread =
      body instanceof UnreadableBody || body instanceof CsvUpload || body instanceof FileUpload;
    if (isUnread && !raw.complete) reply.header('connection', 'close');
    if (body instanceof FileUpload) raw.socket.setTimeout(fastify.server.timeout);
    done();
  });
}

type Reading = (bytes: Buffer) => object;

const unsupported: Reading = () => new UnreadableBody(TEXTS.unsupportedType, 415);

const readBy =
  (read: Reading) =>
  async (request: FastifyRequest, payload: Readable): Promise<object> => {
    const bytes = await bytesOf(request, payload);
    if (bytes === null) return new UnreadableBody(TEXTS.tooLarge, 413);
    // A signature covers the bytes of the body.
    if (request.routeOptions.config.rawBody) return bytes;
    if (bytes.length === 0) return {};
    const json = readAnyJson(bytes);
    if (json !== null) return json;
    return isUtf8(request.headers['content-type']) ? read(bytes) : unsupported(bytes);
  };

/** CSV files are read by their handlers; elsewhere `text/csv` is a type like any other. */
const readCsv = (request: FastifyRequest, payload: Readable): Promise<object> =>
  TAKES_FILES.test(request.url)
    ? Promise.resolve(new CsvUpload(payload, Number(request.headers['content-length'])))
    : readBy(unsupported)(request, payload);

/** In the same way. Staff who send JSON without its type get the usual answer. */
const readFile = (request: FastifyRequest, payload: Readable): Promise<object> =>
  TAKES_FILES.test(request.url) && request.routeOptions.config.takesFile === true
    ? Promise.resolve(new FileUpload(payload, request.raw, Number(request.headers['content-length'])))
    : readBy(unsupported)(request, payload);

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

function isUtf8(contentType = ''): boolean {
  const charset = CHARSET.exec(contentType)?.[1];
  return charset === undefined || UTF_8.test(charset);
}

/** The whole body; null if it is larger than {@link BODY_LIMIT}, or `Content-Length` says so. */
function bytesOf({ headers }: FastifyRequest, payload: Readable): Promise<Buffer | null> {
  if (Number(headers['content-length']) > BODY_LIMIT) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    payload.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_LIMIT) chunks.push(chunk);
      // The rest is discarded until the connection is closed.
      else resolve(null);
    });
    payload.on('end', () => resolve(Buffer.concat(chunks)));
    payload.on('error', (error) => reject(Object.assign(error, { statusCode: 400 })));
  });
}
