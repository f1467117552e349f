import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { isReceivingFile } from './file-upload';

/** Ignores unknown values of `Expect`, as HTTP allows. Node would answer 417, a status that the API does not have. */
export function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/** The statuses for Node's codes of protocol errors. For any other code it is 400. */
const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers a message that is not a valid request: a malformed request line, two body lengths, headers that are too large or come
 * too slowly. Only here the API uses another status than 200 and 404, so that proxies close the connection too.
 *
 * @param headers the headers that every answer has
 */
export function answerProtocolError(
  { code = '' }: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  // Node reports a slow request once; a file has its own time limit.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isReceivingFile(socket)) return;
  if (code !== 'ECONNRESET' && socket.writable) {
    const status = STATUS[code] ?? 400;
    const lines = Object.entries({ ...headers, connection: 'close', 'content-length': '0' }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
  }
  socket.destroySoon();
}

/**
 * Refuses requests with more than one `Host` header, as HTTP demands (RFC 9112, 3.2): a proxy may have used another one than this
 * service. Must be called before all other hooks are registered.
 */
export function refuseTwoHosts(fastify: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (hasTwoHosts(request)) answerTwoHosts(reply, headers);
    else done();
  });
}

/** Whether a request has more than one `Host` header, even if they are equal. Node.js keeps only the first. */
export function hasTwoHosts({ raw: { rawHeaders } }: Pick<FastifyRequest, 'raw'>): boolean {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

/** Answers a request with more than one `Host` header as a protocol error. */
export function answerTwoHosts(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  reply.hijack();
  reply.raw.writeHead(400, { ...headers, connection: 'close', 'content-length': '0' }).end();
}
