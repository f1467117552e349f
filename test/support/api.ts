import type { IncomingHttpHeaders } from 'node:http';
import { HttpClient } from '#libs/testing';
import { type Fields, formPairs } from './form';
import type { Given } from './given';
import { CALLBACK, calledWith } from './script';

/** An answer of the service. */
export interface Answer {
  /** HTTP status. */
  readonly code: number;
  readonly headers: Headers;
  /** The `Set-Cookie` lines, except that of {@link isMarkOfWrite}. */
  readonly cookies: readonly string[];
  /** The body as sent. */
  readonly text: string;
  /** The body parsed as JSON; undefined if it is not JSON. */
  readonly body: Json;
}

/**
 * An answer's JSON. Untyped, because the tests assert its shape.
 */
export type Json = ReturnType<typeof JSON.parse>;

/** Whether a cookie only marks a browser that may have written a moment ago, so that its reads are current (decision 41). */
export const isMarkOfWrite = (cookie: string): boolean => cookie.startsWith('fanclub_fresh=');

/** The options of a request. */
export interface RequestOptions {
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown;
  /** Replaces the key of the test's fan club; null sends none. */
  key?: string | null;
}

/**
 * A client of the API: adds the base path and the key of the test's fan club, and keeps cookies. Each instance has its
 * own jar; `withCookie` makes a client that starts with a cookie.
 */
export class Api {
  private readonly client: HttpClient;

  constructor(
    private readonly origin: string,
    private readonly given: Given,
  ) {
    this.client = new HttpClient(`${origin}/api/v1`);
  }

  get(path: string, options: RequestOptions = {}): Promise<Answer> {
    return this.request('GET', path, options);
  }

  post(path: string, body?: unknown, options: RequestOptions = {}): Promise<Answer> {
    return this.request('POST', path, { body, ...options });
  }

  /** Posts fields as a form; a string is sent unchanged. */
  form(path: string, fields: Fields | string = {}, options: RequestOptions = {}): Promise<Answer> {
    const body = typeof fields === 'string' ? fields : new URLSearchParams(formPairs(fields)).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...options.headers };
    return this.request('POST', path, { ...options, body, headers });
  }

  /** Loads a script; `body` is the argument of the page's function, undefined if the answer is not such a script. */
  async jsonp(path: string, options: RequestOptions = {}): Promise<Answer> {
    const answer = await this.get(path, { ...options, query: { ...options.query, callback: CALLBACK } });
    return { ...answer, body: parsed(calledWith(answer.headers.get('content-type'), answer.text) ?? '') };
  }

  /** Posts fields by loading a script; see {@link jsonp}. */
  jsonpPost(path: string, fields: Fields = {}, options: RequestOptions = {}): Promise<Answer> {
    const sent = new URLSearchParams([...formPairs(fields), ['_method', 'post']]).toString();
    return this.jsonp(`${path}${path.includes('?') ? '&' : '?'}${sent}`, options);
  }

  /** A client with an empty cookie jar. */
  stranger(): Api {
    return new Api(this.origin, this.given);
  }

  /**
   * A client with the same cookies, for another server.
   * @param lines `Set-Cookie` lines in addition
   */
  at(origin: string, lines: readonly string[] = []): Api {
    const api = new Api(origin, this.given);
    api.client.cookies.store([...(this.client.cookies.header() ?? '').split('; '), ...lines]);
    return api;
  }

  /** A new client with a cookie; the value is in the form of the header. */
  withCookie(name: string, value: string): Api {
    const api = this.stranger();
    api.client.cookies.store([`${name}=${value}`]);
    return api;
  }

  /** The cookies this client would send, as a Cookie header, except {@link isMarkOfWrite}; empty without any. */
  get cookies(): string {
    const all = this.client.cookies.header()?.split('; ') ?? [];
    return all.filter((cookie) => !isMarkOfWrite(cookie)).join('; ');
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const [pathname, query] = path.split('?') as [string, string?];
    const parameters = new URLSearchParams(query);
    const key = options.key === undefined ? (await this.given.fanclub()).key : options.key;
    if (key !== null) parameters.set('key', key);
    for (const [name, value] of Object.entries(options.query ?? {})) parameters.set(name, String(value));

    const { body } = options;
    const asItStands = typeof body === 'string' || body instanceof Uint8Array || body === undefined;
    const { status, headers, text } = await this.client.request(
      method,
      `${pathname}?${parameters.toString()}`,
      {
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...options.headers },
        body: asItStands ? body : JSON.stringify(body),
      },
    );
    const cookies = (headers['set-cookie'] ?? []).filter((cookie) => !isMarkOfWrite(cookie));
    return { code: status, headers: headersOf(headers), cookies, text, body: parsed(text) };
  }
}

function headersOf(incoming: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
