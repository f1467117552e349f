import { FanclubError, FanclubNetworkError, type FieldMessages } from './errors.ts';

/** An HTTP answer, before its envelope is read. */
export interface Answer {
  readonly status: number;
  /** The parsed JSON; undefined if the text is not JSON. */
  readonly body: unknown;
  /** The beginning of the text, for the message if it is not an answer of the service. */
  readonly text: string;
  readonly requestId: string | null;
  /** Seconds. */
  readonly retryAfter: number | null;
}

/** Characters of a foreign answer that the error quotes. */
const QUOTED = 120;

/**
 * The value of an answer: the fields beside `status: "ok"`, or the list of an endpoint that has no envelope.
 * @param call for messages, for instance `GET /events`
 * @throws FanclubError for `status: "error"`
 * @throws FanclubNetworkError if it is not an answer of the service
 */
export function valueOf(answer: Answer, call: string): unknown {
  const { body } = answer;
  if (Array.isArray(body)) return body;
  const envelope = Object(body) as { status?: unknown; messages?: unknown; errors?: FieldMessages };
  if (envelope.status === 'ok') {
    const { status: _, ...value } = envelope;
    return value;
  }
  if (envelope.status === 'error' && Array.isArray(envelope.messages)) {
    const messages = envelope.messages as string[];
    throw new FanclubError({ ...answer, messages, errors: envelope.errors ?? {} });
  }
  const { status, retryAfter, text } = answer;
  const quoted = text.trim().slice(0, QUOTED) || 'an empty body';
  throw new FanclubNetworkError(`${call}: not an answer of the service (status ${status}): ${quoted}`, {
    status,
    retryAfter,
  });
}

/** Reads the text and the headers of a response. */
export async function readResponse(response: Response): Promise<Answer> {
  const text = await response.text();
  const { status, headers } = response;
  const requestId = headers.get('x-request-id');
  const retryAfter = secondsIn(headers.get('retry-after'), Date.now());
  return { status, body: parsed(text), text, requestId, retryAfter };
}

/** The seconds of a `Retry-After` header, which is a number or a date; null without one, or if it is invalid. */
export function secondsIn(header: string | null, now: number): number | null {
  if (header === null) return null;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
