import type { Sender } from '#samples';
import { TARGETS } from './targets';
import type { World } from './world';

/** One request of bad input. */
export interface Probe {
  /** The route, such as `POST /accounts`. */
  readonly route: string;
  readonly method: string;
  /** The target of the request line, from the root of the service. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Whether `ok` is a fault: the request is forged or unreadable. */
  readonly mustFail?: boolean;
  /** Whether it comes from an untrusted page, which gets no cookie and may not read the answer. */
  readonly foreign?: boolean;
  /** A text that the answer must not show. */
  readonly unseen?: string;
  /** Sent instead of the fields above, over its own connection. */
  readonly raw?: string;
}

/** The differences of a probe from a valid request of its route. */
export interface Changes {
  readonly method?: string;
  readonly sender?: Sender;
  readonly query?: Readonly<Record<string, string>>;
  /** Values in the path, percent-encoded already. */
  readonly path?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole body. */
  readonly body?: string | Buffer;
  readonly mustFail?: boolean;
  readonly foreign?: boolean;
  readonly unseen?: string;
}

/** A valid request of a route, except for the changes. `n` selects the sender. */
export function probe(world: World, route: string, n: number, changes: Changes = {}): Probe {
  const [method] = route.split(' ');
  const target = TARGETS[route];
  const cookie = world.cookieOf(changes.sender ?? target.sender, n);
  const good = changes.method === 'GET' ? undefined : target.request?.(world.club, n, '').body;
  const body = changes.body ?? (good && JSON.stringify(good));
  const query = Object.entries({ key: world.key, ...changes.query });
  const parameters = query.map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`).join('&');
  return {
    route,
    method: changes.method ?? method,
    path: `/api/v1${pathOf(world, route, changes.path)}?${parameters}`,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie !== '' && { cookie }),
      ...(target.partner && { 'api-key': world.club.organizationKey }),
      ...changes.headers,
    },
    ...(body !== undefined && { body }),
    ...(changes.mustFail && { mustFail: true }),
    ...(changes.foreign && { foreign: true }),
    ...(changes.unseen !== undefined && { unseen: changes.unseen }),
  };
}

function pathOf(world: World, route: string, given: Changes['path'] = {}): string {
  const { params = {} } = TARGETS[route].request?.(world.club, 0, '') ?? {};
  const [, pattern] = route.split(' ');
  return pattern.replace(/:(\w+)/g, (_, name: string) => given[name] ?? String(params[name]));
}

/** The JSON of a route's good body with one field replaced. */
export function bodyWith(world: World, route: string, n: number, field: string, value: unknown): string {
  const body = structuredClone(TARGETS[route].request?.(world.club, n, field).body ?? {}) as Record<
    string,
    unknown
  >;
  const names = field.split('.');
  let inner = body;
  for (const name of names.slice(0, -1)) inner = (inner[name] ??= {}) as Record<string, unknown>;
  // Like JSON.parse, which makes `__proto__` a field.
  Object.defineProperty(inner, names.at(-1)!, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return JSON.stringify(body);
}

/** Percent-encodes a text. Unpaired surrogates become bytes that are not UTF-8. */
export function encodeText(text: string): string {
  return text.replace(/[^]/gu, (character) => {
    const code = character.codePointAt(0)!;
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
    const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
    return bytes.map((byte) => `%${byte.toString(16)}`).join('');
  });
}

/** A probe in a failure message, with everything to send it again. */
export function shown({ method, path, headers, body, raw }: Probe): string {
  if (raw !== undefined) return cut(`the bytes ${JSON.stringify(raw)}`);
  const text = body === undefined ? 'no body' : `body ${JSON.stringify(body.toString())}`;
  return cut(`${method} ${path}\n${JSON.stringify(headers)}\n${text}`);
}

function cut(text: string): string {
  return text.length > 4_000 ? `${text.slice(0, 4_000)}… (${text.length} characters)` : text;
}
