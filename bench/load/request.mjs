// Requests as bytes, created before the measurement starts.

/** The bytes of a request. */
export function bytesOf({ method = 'GET', path, headers = {}, body }) {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(method === 'POST' && { 'content-length': Buffer.byteLength(body ?? '') }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

/** A source that repeats these requests. */
export function inTurn(requests) {
  const all = requests.map(bytesOf);
  let at = 0;
  return () => all[at++ % all.length];
}

/** A source that returns each request once, then null. */
export function once(requests) {
  let at = 0;
  return () => (at < requests.length ? requests[at++] : null);
}
