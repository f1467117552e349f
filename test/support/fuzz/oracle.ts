import { wireFaults } from '#libs/testing';
import type { Answered } from './send-probes';

/** The text of internal errors, which bad input must never cause. */
const SERVER_FAILURE = 'An error has occurred, please try again later.';

/** Milliseconds for every answer, on a busy machine. On an idle one an answer takes about ten. */
export const MAX_ANSWER_TIME = 5_000;

/** All headers that an answer may have. A probe must not add another one. */
const HEADERS = new Set([
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'allow',
  'cache-control',
  'connection',
  'content-disposition',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'date',
  'keep-alive',
  'referrer-policy',
  'retry-after',
  'set-cookie',
  'strict-transport-security',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
  'x-request-id',
]);

/** Never sent to a page that the fan club does not trust. */
const FOR_TRUSTED: readonly string[] = [
  'set-cookie',
  'access-control-allow-origin',
  'access-control-allow-credentials',
];

/** The faults of an answer to bad input; empty for a correct one. */
export function faultsOf(answered: Answered): string[] {
  const { probe, status, headers, text, ms } = answered;
  // The service may close the connection if a probe is not an HTTP request.
  if (probe.raw !== undefined && status === 0 && ms <= MAX_ANSWER_TIME) return [];
  const faults = wireFaults({
    method: probe.method,
    path: probe.path,
    sent: probe.headers,
    status,
    headers,
    text,
  });
  if (text.includes(SERVER_FAILURE)) faults.push('it is answered with an internal error');
  if (ms > MAX_ANSWER_TIME) faults.push(`it took ${Math.round(ms)} ms`);
  if (status >= 500) faults.push(`status ${status}`);
  if (probe.unseen !== undefined && text.includes(probe.unseen)) faults.push('the answer repeats the value');
  if (probe.foreign)
    faults.push(...FOR_TRUSTED.filter((name) => name in headers).map((name) => `it gets ${name}`));
  if (probe.mustFail && isOk(answered)) faults.push('it is answered with ok');
  for (const name of Object.keys(headers)) if (!HEADERS.has(name)) faults.push(`it added the header ${name}`);
  return faults;
}

/** Whether the answer reports a success. */
export function isOk({ text, status }: Answered): boolean {
  return (
    status === 200 && /^(\/\*\*\/ typeof [\w$.]+ === 'function' && [\w$.]+\()?\{"status":"ok"/.test(text)
  );
}

/** Whether a probe may change rows: it requests a change and the answer is a success. */
export function mayHaveChanged(answered: Answered): boolean {
  const { method, path, foreign } = answered.probe;
  return (
    isOk(answered) &&
    (method === 'POST' || (path.startsWith('/api/v1/logout') && !foreign) || /[?&]_method=/i.test(path))
  );
}
