import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/*
 * Rules for every response of the API (contract 1.5, 1.11, 2.3, 2.4, 2.18, 2.19). The test clients check them
 * for each response, in every suite.
 */

/** A request with its response. */
export interface Exchange {
  /** As sent, for instance `GET`. */
  method: string;
  /** As sent, with its query, from the root of the service. */
  path: string;
  /** Headers of the request; names in lower case. */
  sent?: OutgoingHttpHeaders;
  /** Body of the request; absent if it has none or is not a text. */
  body?: string;
  status: number;
  /** Headers of the response. */
  headers: IncomingHttpHeaders;
  text: string;
}

/** A response violates the wire rules. The message names them, the method, and the path without its query, which contains keys. */
export class WireViolation extends Error {
  constructor({ method, path }: Exchange, faults: readonly string[]) {
    super(`${method} ${withoutQuery(path).slice(0, 200)} violates the wire rules: ${faults.join('; ')}.`);
    this.name = 'WireViolation';
  }
}

/** The rules apply below this path; pages and health checks have ordinary HTTP responses. */
const API = /^\/api\/v1(?=[/?]|$)/;
/** The one route whose success is a bare list. */
const BARE_LIST = /^\/api\/v1\/subscriptions\/queued(\.json)?\/?$/;
const NOT_FOUND = 'The requested resource was not found on the server.';
/** Sent by Node's HTTP server before there is a request; it then closes the connection. */
const PROTOCOL_ERRORS: readonly number[] = [400, 408, 431];
const SCRIPT = /^\/\*\*\/ typeof ([\w$.]+) === 'function' && \1\(([\s\S]*)\);$/;

const JSON_TYPE = 'application/json; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** Headers of every response, and what each must contain. */
const HEADERS: readonly [name: string, part: RegExp][] = [
  ['cache-control', /^no-store$/],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^no-referrer$/],
  ['content-security-policy', /^default-src 'none'; frame-ancestors 'none'; sandbox$/],
  ['vary', /(^|,) *origin *(,|$)/i],
  ['x-request-id', /^[\w-]{8,64}$/],
];
/** Headers that reveal the software, or cause caching or redirects. */
const UNWANTED_HEADERS: readonly string[] = ['server', 'x-powered-by', 'via', 'etag', 'location'];

/** Content that the messages of a refusal must not have. */
const INTERNALS: readonly [what: string, pattern: RegExp][] = [
  ['a stack', /\n\s+at |\bat [\w.<>]+ \(|:\d+:\d+\)/],
  ['a file', /node_modules|[/\\][\w.-]+\.([cm]?[jt]s|sql|liquid|json)\b/],
  [
    'an SQL text',
    /\b(select .+ from|insert into|update .+ set|delete from) |violates|relation "|column "|syntax error at/i,
  ],
  ['a version', /\b(node|nest(js)?|fastify|typeorm|postgres(ql)?)[ /@]v?\d/i],
  ['an error of JavaScript', /\b(Type|Range|Reference|Syntax|QueryFailed)Error\b|\[object |undefined/],
];

/**
 * Checks a response against the wire rules. They apply to paths of the API only.
 *
 * @throws WireViolation with every violation
 */
export function assertWireRules(exchange: Exchange): void {
  const faults = wireFaults(exchange);
  if (faults.length > 0) throw new WireViolation(exchange, faults);
}

/** The violations of a response, each with the actual value; empty if it is valid. */
export function wireFaults(exchange: Exchange): string[] {
  if (!API.test(exchange.path)) return [];
  if (PROTOCOL_ERRORS.includes(exchange.status)) return protocolFaults(exchange);
  return [...headerFaults(exchange), ...contentFaults(exchange)];
}

function protocolFaults({ status, headers }: Exchange): string[] {
  const isEnd = headers.connection === 'close' && headers['x-request-id'] === undefined;
  return isEnd ? [] : [`status ${status} although the request is valid HTTP`];
}

function headerFaults({ headers }: Exchange): string[] {
  const missing = HEADERS.filter(([name, part]) => !part.test(String(headers[name] ?? ''))).map(
    ([name]) => `header ${name} is ${JSON.stringify(headers[name] ?? 'absent')}`,
  );
  const unwanted = UNWANTED_HEADERS.filter((name) => headers[name] !== undefined);
  return [...missing, ...unwanted.map((name) => `header ${name} is sent`)];
}

function contentFaults(exchange: Exchange): string[] {
  const { method, status, text, headers, sent } = exchange;
  if (method === 'OPTIONS' && sent?.['access-control-request-method'] !== undefined) {
    return status === 200 && text === '' ? [] : [`a preflight is answered with status ${status}`];
  }
  // OPTIONS for a known path is answered by the header `allow`.
  if (method === 'OPTIONS' && status === 200 && text === '' && headers.allow !== undefined) return [];
  if (status !== 200 && status !== 404) return [`status ${status} is neither 200 nor 404`];
  if (method === 'HEAD') return text === '' ? [] : ['HEAD is answered with a body'];
  const type = headers['content-type'];
  if (type !== JSON_TYPE && type !== SCRIPT_TYPE) return [`content type ${JSON.stringify(type ?? 'absent')}`];
  const json = jsonOf(exchange);
  return json === undefined
    ? ['a script that does not check whether the function exists']
    : envelopeFaults(exchange, json);
}

/** The JSON of an answer, also inside a JSONP script; undefined if a script is not a guarded call. */
export function jsonOf({ text, headers }: Exchange): string | undefined {
  return headers['content-type'] === SCRIPT_TYPE ? SCRIPT.exec(text)?.[2] : text;
}

function envelopeFaults({ path, status }: Exchange, json: string): string[] {
  const body = parsed(json);
  if (body === undefined) return ['the body is not JSON'];
  if (Array.isArray(body)) {
    return status === 200 && BARE_LIST.test(withoutQuery(path)) ? [] : ['a bare list instead of an envelope'];
  }
  if (typeof body !== 'object' || body === null) return ['the body is not an envelope'];
  const { status: outcome, messages, errors } = body as Record<string, unknown>;
  if (Object.keys(body)[0] !== 'status') return ['the envelope does not begin with its status'];
  if (outcome === 'ok') return status === 200 ? successFaults(messages) : ['a success with status 404'];
  if (outcome !== 'error') return [`the envelope's status is ${JSON.stringify(outcome)}`];
  const extra = Object.keys(body).filter((key) => !['status', 'messages', 'errors'].includes(key));
  if (extra.length > 0) return [`a refusal also has ${extra.join(', ')}`];
  if (!areSentences(messages)) return ['a refusal without sentences'];
  if (errors !== undefined && !areFieldErrors(errors)) return ['errors that are not lists of texts by field'];
  if ((status === 404) !== (messages[0] === NOT_FOUND && messages.length === 1)) {
    return [`status ${status} with ${JSON.stringify(messages)}`];
  }
  const text = [messages, ...Object.values(errors ?? {})].flat().join('\n');
  return INTERNALS.filter(([, pattern]) => pattern.test(text)).map(([what]) => `a refusal shows ${what}`);
}

function successFaults(messages: unknown): string[] {
  return messages === undefined || areSentences(messages)
    ? []
    : ['a success with messages that are not sentences'];
}

function areSentences(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one !== '')
  );
}

function areFieldErrors(value: unknown): value is Record<string, string[]> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(areSentences)
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function withoutQuery(path: string): string {
  return path.split(/[?#]/, 1)[0];
}
