import { wireFaults } from '#libs/testing';
import type { Shot } from './fire';

/** The text of internal errors, which bad input must never cause. */
const SERVER_FAILURE = 'An error has occurred, please try again later.';

/** Milliseconds in which every answer is there, however busy the machine of the tests is. On an idle one it takes some ten. */
export const SLOWEST = 5_000;

/** Every header that an answer may have. Another one was brought in by a probe. */
const HEADERS = new Set([
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
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
export function faultsOf(shot: Shot): string[] {
  const { probe, status, headers, text, ms } = shot;
  // What is no request may be hung up on.
  if (probe.raw !== undefined && status === 0 && ms <= SLOWEST) return [];
  const faults = wireFaults({
    method: probe.method,
    path: probe.path,
    sent: probe.headers,
    status,
    headers,
    text,
  });
  if (text.includes(SERVER_FAILURE)) faults.push('it is answered with a fault of ours');
  if (ms > SLOWEST) faults.push(`it took ${Math.round(ms)} ms`);
  if (status >= 500) faults.push(`status ${status}`);
  if (probe.unseen !== undefined && text.includes(probe.unseen)) faults.push('it is shown what was sent');
  if (probe.foreign)
    faults.push(...FOR_TRUSTED.filter((name) => name in headers).map((name) => `it gets ${name}`));
  if (probe.mustFail && isOk(shot)) faults.push('it is answered with ok');
  for (const name of Object.keys(headers))
    if (!HEADERS.has(name)) faults.push(`it brought in the header ${name}`);
  return faults;
}

/** Whether the answer reports a success. */
export function isOk({ text, status }: Shot): boolean {
  return (
    status === 200 && /^(\/\*\*\/ typeof [\w$.]+ === 'function' && [\w$.]+\()?\{"status":"ok"/.test(text)
  );
}

/** Whether rows may be others after it: it asked for a change, and was told that it was made. */
export function mayHaveChanged(shot: Shot): boolean {
  const { method, path, foreign } = shot.probe;
  return (
    isOk(shot) &&
    (method === 'POST' || (path.startsWith('/api/v1/logout') && !foreign) || /[?&]_method=/i.test(path))
  );
}
