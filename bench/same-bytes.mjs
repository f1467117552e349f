// Checks before the measurement that both servers give the same answers, byte for byte.
import { Failure } from '../scripts/support/project.mjs';
import { ask } from './servers.mjs';

/** Headers that differ between any two answers. */
const OWN = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

/**
 * Sends the same requests to both servers.
 * @returns the names of headers in which they differ
 * @throws Failure if status or body differ, or an answer is not a success
 */
export async function expectSameBytes(service, peer, request, between = async () => {}) {
  const ours = await ask(service.port, request);
  await between();
  const theirs = await ask(peer.port, request);
  const name = `${request.method ?? 'GET'} ${request.path}`;
  if (!ours.body.startsWith('{"status":"ok"')) throw new Failure(`${name} was answered\n${ours.body}`);
  if (ours.status !== theirs.status || ours.body !== theirs.body) {
    throw new Failure(
      `The peer's answer to ${name} differs from the service's. ${difference(ours.body, theirs.body)}`,
    );
  }
  const names = new Set([...Object.keys(ours.headers), ...Object.keys(theirs.headers)]);
  return [...names].filter((header) => !OWN.has(header) && ours.headers[header] !== theirs.headers[header]);
}

function difference(ours, theirs) {
  let at = 0;
  while (at < ours.length && ours[at] === theirs[at]) at += 1;
  const around = (text) => text.slice(Math.max(0, at - 80), at + 80);
  return `From byte ${at} on:\n  service …${around(ours)}…\n  peer    …${around(theirs)}…`;
}
