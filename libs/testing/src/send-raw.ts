import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepWireRules } from './wire-rules';

/**
 * Sends bytes as they stand over a connection of their own and gives everything that came back until the server closed it. For
 * what no HTTP client would send. Several parts are sent one after the other, a tenth of a second apart.
 *
 * @param origin of the server, for instance `http://127.0.0.1:3000`
 * @throws when the server does not close the connection within 20 seconds; WireViolation for a first answer of the API that
 *   breaks the rules of the wire
 */
export async function sendRaw(origin: string, ...parts: readonly (string | Buffer)[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(20_000, () => socket.destroy(new Error('The server keeps the connection open.')));
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => resolve());
    // Whoever closes before having read everything resets the connection; what came before that counts.
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
  keepRulesOf(parts.join(''), answer);
  return answer;
}

/** What is no request by its first line has no path that the rules could be about, and no answer keeps none. */
function keepRulesOf(request: string, { status, headers, body }: RawAnswer): void {
  const [, method, path] = /^([A-Z]+) (\S+) HTTP\/1\.1\r\n/.exec(request) ?? [];
  if (path === undefined || status === 0) return;
  const [, asked] = /^access-control-request-method: *(\S+)/im.exec(request) ?? [];
  const sent = asked === undefined ? {} : { 'access-control-request-method': asked };
  const length = Number(headers['content-length'] ?? Infinity);
  const text = Buffer.from(body).subarray(0, length).toString();
  keepWireRules({ method, path, sent, status, headers, text });
}

/** The first answer on a connection. */
export interface RawAnswer {
  /** Everything that came, further answers included. */
  readonly text: string;
  /** 0 where no answer came. */
  readonly status: number;
  /** By names in lower case. */
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
