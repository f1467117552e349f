import { type Answer, readResponse, valueOf } from './answer.ts';
import { CookieJar } from './cookies.ts';
import { FanclubNetworkError, FanclubTimeoutError } from './errors.ts';
import { pageOrigin, readByScript } from './jsonp.ts';
import type { LoggedInCustomer, ReducedCustomer } from './generated/api.ts';
import { loopbackWarning } from './loopback.ts';
import type {
  Arguments,
  GetInput,
  GetPath,
  GetValue,
  PasswordLogIn,
  PostInput,
  PostPath,
  PostValue,
  SignedLogIn,
} from './operations.ts';
import type { CallOptions, FanclubOptions } from './options.ts';
import { type Fields, fillPath, toForm, toQuery } from './request.ts';
import { sleep, waitBefore } from './retry.ts';

const BASE = '/api/v1';
/** A URL, a path of the page's host, or nothing. */
const ADDRESS = /^(https?:\/\/[^/]|\/(?!\/)|$)/i;
const FORM = 'application/x-www-form-urlencoded';
/** The only GET that changes something. */
const GET_THAT_WRITES = '/logout';

/** One call, the same for all its attempts. */
interface Call {
  /** For messages: `GET /events`. */
  readonly name: string;
  readonly url: string;
  /** The body of a POST, encoded; null for a GET. */
  readonly body: string | null;
  readonly isRead: boolean;
  /** Aborts at the timeout, or by the caller. */
  readonly signal: AbortSignal;
}

/** A client of one fan club, for one visitor. In Node it keeps the visitor's cookies; in browsers the browser does. */
export class Fanclub {
  /** The address of the API: `http://localhost:3000/api/v1`. */
  readonly url: string;
  readonly #options: FanclubOptions;
  readonly #cookies: CookieJar = new CookieJar();
  /** Whether a read by script has succeeded where `fetch` had failed, so that later reads need not try `fetch`. */
  #onlyScripts = false;

  /** @throws TypeError for a `url` that does not begin with `https://`, `http://` or `/`, and for an empty `key` */
  constructor(options: FanclubOptions) {
    if (!ADDRESS.test(options.url)) throw new TypeError(`url "${options.url}" must begin with http(s)://.`);
    if (!options.key.trim()) throw new TypeError('key is empty.');
    const url = options.url.replace(/\/+$/, '');
    this.url = url.endsWith(BASE) ? url : url + BASE;
    this.#options = options;
    const warning = loopbackWarning(this.url, pageOrigin());
    // eslint-disable-next-line no-console -- it is for the developer of the page, not for its visitors
    if (warning !== null) console.warn(warning);
  }

  /**
   * Reads: `get('/events', { limit: 10 })`, `get('/events/{id}', { id: 12 })`.
   * @throws FanclubError if the service refuses, FanclubTimeoutError, FanclubNetworkError
   */
  get<Path extends GetPath>(
    path: Path,
    ...[input, options]: Arguments<GetInput<Path>, CallOptions>
  ): Promise<GetValue<Path>> {
    return this.#call('GET', path, input, options) as Promise<GetValue<Path>>;
  }

  /** Logs a visitor in by e-mail address and password. */
  post(path: '/login', input: PasswordLogIn, options?: CallOptions): Promise<{ customer: LoggedInCustomer }>;
  /** Logs a visitor in by the signed request of an identity provider. */
  post(path: '/login', input: SignedLogIn, options?: CallOptions): Promise<{ customer: ReducedCustomer }>;
  /**
   * Writes: `post('/login', { email, password })`, `post('/contests/{id}/enter', { id: 7 })`. Never repeated.
   * @throws FanclubError if the service refuses, FanclubTimeoutError, FanclubNetworkError
   */
  post<Path extends PostPath>(
    path: Path,
    ...[input, options]: Arguments<PostInput<Path>, CallOptions>
  ): Promise<PostValue<Path>>;
  post(path: PostPath, input?: object, options?: CallOptions): Promise<unknown> {
    return this.#call('POST', path, input, options);
  }

  async #call(
    method: 'GET' | 'POST',
    template: string,
    input: object = {},
    { signal, timeout = this.#options.timeout ?? 10_000 }: CallOptions = {},
  ): Promise<unknown> {
    const { path, rest } = fillPath(template, input as Fields);
    const isPost = method === 'POST';
    const query = toQuery({ ...(isPost ? {} : rest), key: this.#options.key });
    const ending = AbortSignal.timeout(timeout);
    const call: Call = {
      name: `${method} ${template}`,
      url: `${this.url}${path}?${query.toString()}`,
      body: isPost ? this.#encoded(rest) : null,
      isRead: !isPost && template !== GET_THAT_WRITES,
      signal: signal ? AbortSignal.any([signal, ending]) : ending,
    };
    try {
      return await this.#attempts(call, performance.now() + timeout);
    } catch (error) {
      // Also if the caller has aborted it, with a reason of its own.
      if (!ending.aborted || error !== ending.reason) throw error;
      throw new FanclubTimeoutError(`${call.name}: no answer within ${timeout} ms.`, { cause: error });
    }
  }

  get #sendsForms(): boolean {
    return this.#options.posts === 'form';
  }

  #encoded(fields: Fields): string {
    return this.#sendsForms ? toForm(fields).toString() : JSON.stringify(fields);
  }

  async #attempts(call: Call, deadline: number): Promise<unknown> {
    const { retries = 2 } = this.#options;
    for (let done = 0; ; done += 1) {
      try {
        return valueOf(await this.#attempt(call), call.name);
      } catch (error) {
        const wait = call.isRead && done < retries ? waitBefore(error, done, Math.random()) : null;
        if (wait === null || performance.now() + wait >= deadline) throw error;
        await sleep(wait, call.signal);
      }
    }
  }

  async #attempt(call: Call): Promise<Answer> {
    const { jsonp = 'never' } = this.#options;
    const mayUseScript = call.isRead && jsonp !== 'never' && pageOrigin() !== null;
    if (mayUseScript && (jsonp === 'always' || this.#onlyScripts)) return this.#byScript(call);
    try {
      return await this.#byFetch(call);
    } catch (error) {
      call.signal.throwIfAborted();
      if (!mayUseScript) throw unreachable(call, error);
      const answer = await this.#byScript(call);
      this.#onlyScripts = true;
      return answer;
    }
  }

  async #byScript(call: Call): Promise<Answer> {
    try {
      return await readByScript(call.url, call.signal);
    } catch (error) {
      call.signal.throwIfAborted();
      throw unreachable(call, error);
    }
  }

  async #byFetch({ url, body, signal }: Call): Promise<Answer> {
    const { fetch: send = fetch, headers } = this.#options;
    const cookie = this.#cookies.header(Date.now());
    const response = await send(url, {
      method: body === null ? 'GET' : 'POST',
      body,
      headers: {
        ...(body !== null && { 'content-type': this.#sendsForms ? FORM : 'application/json' }),
        ...(cookie !== null && { cookie }),
        ...headers,
      },
      credentials: 'include',
      signal,
    });
    // Old browsers do not have the method; in all of them, it returns nothing.
    this.#cookies.store(response.headers.getSetCookie?.() ?? [], Date.now());
    return readResponse(response);
  }
}

/** For scripts, browsers do not tell a service that is unreachable from one that does not let the page read its answers. */
function unreachable({ name, url }: Call, cause: unknown): FanclubNetworkError {
  const host = url.slice(0, url.indexOf(BASE));
  const origin = pageOrigin();
  const isOther = origin !== null && host !== '' && !`${host}/`.startsWith(`${origin}/`);
  const hint = isOther ? `, or the fan club does not trust ${origin}` : '';
  return new FanclubNetworkError(`${name}: ${host || 'the service'} cannot be reached${hint}.`, { cause });
}
