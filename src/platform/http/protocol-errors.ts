import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Node answers 417 to whoever expects something that it does not know. To expect nothing of it is as good, and keeps the contract. */
export function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/** Node's codes of what goes wrong before there is a request, and the status that says so. Everything else is a bad request. */
const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers what is no request at all: a broken request line, two lengths of a body, headers that are too large or too slow. Here,
 * and only here, the API answers with another status than 200 and 404: there is no key and no path to hold it against, and
 * whoever stands in between must understand as we do that this connection is of no further use.
 *
 * @param headers sent with it, as with every answer
 */
export function answerProtocolError(
  { code = '' }: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
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
 * Refuses requests that name more than one host, as HTTP demands (RFC 9112, 3.2): a proxy may have chosen the other one. To be
 * called before all other hooks are registered.
 */
export function refuseTwoHosts(fastify: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (hasTwoHosts(request)) answerTwoHosts(reply, headers);
    else done();
  });
}

/** Whether a request has more than one `Host` header, be they alike. Node.js keeps the first. */
export function hasTwoHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

/** Answers such a request like what is no request at all, and ends the connection. */
export function answerTwoHosts(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  reply.hijack();
  reply.raw.writeHead(400, { ...headers, connection: 'close', 'content-length': '0' }).end();
}
