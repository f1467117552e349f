// Requests as the bytes that go over the wire, made before the clock starts.

/** The bytes of a request. */
export function bytesOf({ method = 'GET', path, headers = {}, body }) {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(method === 'POST' && { 'content-length': Buffer.byteLength(body ?? '') }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

/** A source of requests that gives these again and again. */
export function inTurn(requests) {
  const all = requests.map(bytesOf);
  let at = 0;
  return () => all[at++ % all.length];
}

/** A source of requests that gives each once, and null when there are no more. */
export function once(requests) {
  let at = 0;
  return () => (at < requests.length ? requests[at++] : null);
}
