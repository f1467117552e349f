import type { Agent } from 'node:http';
import { type Answer, HttpClient, Undocumented, WireViolation } from '#libs/testing';
import { TEXTS, TOO_MANY } from '../../../src/platform/http/texts';

/**
 * What a client saw: success; the text of a server failure; the same, or that of a held fan club, with `Retry-After`; a connection that was refused, or an idle one
 * that was closed; no answer, or half of one; an answer that the contract does not allow at this point.
 */
export type Outcome = 'ok' | 'failure' | 'busy' | 'refused' | 'lost' | 'wrong';

/** The answer to one request. */
export interface Reply {
  readonly outcome: Outcome;
  /** The visitor's cookies afterwards, as a header; null without any. */
  readonly cookie: string | null;
  /** Whether an earlier attempt had succeeded. */
  readonly hadSucceeded?: boolean;
  /** The body; null without an answer. */
  readonly body: ReturnType<typeof JSON.parse>;
  /** For outcomes other than `ok`. */
  readonly reason: string;
}

/** A request of the API. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly cookie?: string;
  /** The refusal which says that an earlier attempt has succeeded; counts as success. */
  readonly already?: string;
}

/** Milliseconds after which a client gives up. Longer than any time limit of the service. */
const PATIENCE = 20_000;

/** Sends a request to the API of a server, whose answers the test client checks. Never throws. */
export async function send(origin: string, key: string, sent: Sent, agent: Agent | false): Promise<Reply> {
  const client = new HttpClient(`${origin}/api/v1`, {}, agent);
  if (sent.cookie) client.cookies.store(sent.cookie.split('; '));
  const path = `${sent.path}${sent.path.includes('?') ? '&' : '?'}key=${key}`;
  const request = client.request<{ status?: string; messages?: string[] }>(sent.method, path, {
    body: sent.body,
  });
  try {
    const answer = await Promise.race([request, expiry()]);
    return { ...judge(answer, sent), cookie: client.cookies.header(), body: answer.json };
  } catch (error) {
    const { code, message, reusedSocket } = error as NodeJS.ErrnoException & { reusedSocket?: boolean };
    const isWrong = error instanceof WireViolation || error instanceof Undocumented;
    const hasNoConnection = code === 'ECONNREFUSED' || (reusedSocket && code === 'ECONNRESET');
    const outcome = isWrong ? 'wrong' : hasNoConnection ? 'refused' : 'lost';
    return { outcome, cookie: null, body: null, reason: message };
  }
}

function judge(
  { text, headers, json }: Answer<{ status?: string; messages?: string[] }>,
  { already, path }: Sent,
): Pick<Reply, 'outcome' | 'reason' | 'hadSucceeded'> {
  const { status, messages } = json;
  if (status === 'ok') return { outcome: 'ok', reason: '' };
  const reason = `${path}: ${text.slice(0, 200)}`;
  // The stages have no limits, so only a held fan club has this text.
  if (messages?.[0] === TOO_MANY) return { outcome: 'busy', reason };
  if (messages?.[0] === TEXTS.unexpected)
    return { outcome: headers['retry-after'] === undefined ? 'failure' : 'busy', reason };
  const hadSucceeded = messages?.[0] === already;
  return { outcome: hadSucceeded ? 'ok' : 'wrong', reason, hadSucceeded };
}

function expiry(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${PATIENCE / 1000} s`)), PATIENCE).unref();
  });
}
