import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertDocumented } from './documented';
import { assertWireRules, type Exchange } from './wire-rules';

/**
 * Sends bytes unchanged over a new connection, and returns everything that the server sends until it closes the connection. For
 * requests that no HTTP client would send. The parts are sent a tenth of a second apart.
 *
 * @param origin of the server, for instance `http://127.0.0.1:3000`
 * @throws Error if the server does not close the connection within 20 seconds; WireViolation if the first response is one of the
 *   API and violates the wire rules
 */
export async function sendRaw(origin: string, ...parts: readonly (string | Buffer)[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(20_000, () => socket.destroy(new Error('The server keeps the connection open.')));
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => resolve());
    // A server that closes before it has read everything resets the connection; data received before that counts.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve() : reject(error),
    );
  });
  for (const [index, part] of parts.entries()) {
    if (index > 0) await sleep(100);
    socket.write(part);
  }
  await closed;
  const answer = read(Buffer.concat(chunks).toString());
  assertRulesOf(parts.join(''), answer);
  return answer;
}

/** Checks the wire rules, unless the first line is not a request (there is no path) or there was no response. */
function assertRulesOf(request: string, { status, headers, body }: RawAnswer): void {
  const [, method, path] = /^([A-Z]+) (\S+) HTTP\/1\.1\r\n/.exec(request) ?? [];
  if (path === undefined || status === 0) return;
  const [, asked] = /^access-control-request-method: *(\S+)/im.exec(request) ?? [];
  const sent = asked === undefined ? {} : { 'access-control-request-method': asked };
  const length = Number(headers['content-length'] ?? Infinity);
  const text = Buffer.from(body).subarray(0, length).toString();
  const exchange: Exchange = { method, path, sent, status, headers, text };
  assertWireRules(exchange);
  assertDocumented(exchange);
}

/** The first response on a connection. */
export interface RawAnswer {
  /** Everything that was received, further responses included. */
  readonly text: string;
  /** 0 without a response. */
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function read(text: string): RawAnswer {
  const [head, ...rest] = text.split('\r\n\r\n');
  const [first, ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    text,
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
}
