import type { Given } from './given';

/** What the service answered. */
export interface Answer {
  /** HTTP status. */
  readonly code: number;
  readonly headers: Headers;
  /** The body as sent. */
  readonly text: string;
  /** The body read as JSON; undefined where it is none. */
  readonly body: Json;
}

/**
 * An answer's JSON. Untyped on purpose: what it looks like is what the tests assert.
 */
export type Json = ReturnType<typeof JSON.parse>;

/** What a request may add to its path. */
export interface RequestOptions {
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown;
  /** Replaces the key of the test's fan club; null sends none. */
  key?: string | null;
}

/**
 * A client of the API: adds base path and the key of the test's fan club, keeps cookies. `api.as(token)` is a browser with
 * that session; each instance has a jar of its own.
 */
export class Api {
  private readonly jar = new Map<string, string>();

  constructor(
    private readonly origin: string,
    private readonly given: Given,
  ) {}

  get(path: string, options: RequestOptions = {}): Promise<Answer> {
    return this.request('GET', path, options);
  }

  post(path: string, body?: unknown, options: RequestOptions = {}): Promise<Answer> {
    return this.request('POST', path, { body, ...options });
  }

  /** A client with an empty cookie jar. */
  stranger(): Api {
    return new Api(this.origin, this.given);
  }

  /** A new client that carries a cookie. */
  withCookie(name: string, value: string): Api {
    const client = this.stranger();
    client.jar.set(name, value);
    return client;
  }

  /** The cookies this client would send, as a Cookie header; empty without any. */
  get cookies(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const url = new URL(`${this.origin}/api/v1${path}`);
    const key = options.key === undefined ? (await this.given.fanclub()).key : options.key;
    if (key !== null) url.searchParams.set('key', key);
    for (const [name, value] of Object.entries(options.query ?? {}))
      url.searchParams.set(name, String(value));

    const { body } = options;
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(url, {
      method,
      headers: {
        ...(this.jar.size > 0 && { cookie: this.cookies }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
    });
    this.keep(response.headers.getSetCookie());
    const text = await response.text();
    return { code: response.status, headers: response.headers, text, body: parsed(text) };
  }

  private keep(setCookies: string[]): void {
    for (const line of setCookies) {
      const [pair] = line.split(';');
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      const expires = /expires=([^;]+)/i.exec(line)?.[1];
      const gone = /max-age=0(;|$)/i.test(line) || (expires !== undefined && Date.parse(expires) <= 0);
      if (gone || value === '') this.jar.delete(name);
      else this.jar.set(name, value);
    }
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
