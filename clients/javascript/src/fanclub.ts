import { type Answer, readResponse, valueOf } from './answer.ts';
import { CookieJar } from './cookies.ts';
import { FanclubError, FanclubNetworkError, FanclubTimeoutError } from './errors.ts';
import { pageOrigin, readByScript } from './jsonp.ts';
import type { BearerTokens, LoggedInCustomer, ReducedCustomer } from './generated/api.ts';
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
import { sleep, unlessAborted, waitBefore } from './retry.ts';
import { Tokens } from './tokens.ts';

const BASE = '/api/v1';
/** A URL, a path of the page's host, or nothing. */
const ADDRESS = /^(https?:\/\/[^/]|\/(?!\/)|$)/i;
const FORM = 'application/x-www-form-urlencoded';
/** The only GET that changes something. */
const GET_THAT_WRITES = '/logout';
/** The posts whose answers have tokens, if the client asks for them. */
const POSTS_WITH_TOKENS: readonly string[] = ['/login', '/account/register'];
/** The message about a refresh token that is worth nothing any more (contract 3.13). */
const LOG_IN = 'Please log in to access your online benefits.';
const TOKEN_FIELDS = ['access_token', 'access_token_expiration', 'refresh_token', 'refresh_token_expiration'];

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
  /** Null: cookies name the session. */
  readonly #tokens: Tokens | null;
  /** Whether a read by script has succeeded where `fetch` had failed, so that later reads need not try `fetch`. */
  #onlyScripts = false;

  /**
   * @throws TypeError for a `url` that does not begin with `https://`, `http://` or `/`, for an empty `key`, and for `tokens` with `jsonp`: scripts
   * carry no tokens
   */
  constructor(options: FanclubOptions) {
    if (!ADDRESS.test(options.url)) throw new TypeError(`url "${options.url}" must begin with http(s)://.`);
    if (!options.key.trim()) throw new TypeError('key is empty.');
    const url = options.url.replace(/\/+$/, '');
    this.url = url.endsWith(BASE) ? url : url + BASE;
    this.#options = options;
    const { tokens, jsonp = 'never' } = options;
    if (tokens && jsonp !== 'never') throw new TypeError('tokens and jsonp cannot be used together.');
    this.#tokens = tokens ? new Tokens(tokens, `fanclub ${this.url} ${options.key}`) : null;
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

  /**
   * Takes the tokens that the hosted log-in (`popup=1`) has put into the address of `/login/reload` on the website: `receive(location.href)`. Only
   * with the option `tokens`. The page sends no `Referer`, and replaces the address at once, so that the tokens stay in no log and no history.
   * @returns the address of the website to which the visitor wants to go; null if there are no tokens in the address
   */
  receive(address: string): string | null {
    const { searchParams } = new URL(address);
    const [access, ends, refresh, over] = TOKEN_FIELDS.map((name) => searchParams.get(name) ?? '');
    if (!this.#tokens || !access || !refresh || !Number(ends) || !Number(over)) return null;
    this.#tokens.keep({
      access_token: access,
      access_token_expiration: Number(ends),
      refresh_token: refresh,
      refresh_token_expiration: Number(over),
    });
    const { origin, href } = new URL(searchParams.get('redirect') ?? '/', address);
    return origin === new URL(address).origin ? href : '/';
  }

  async #call(
    method: 'GET' | 'POST',
    template: string,
    input: object = {},
    { signal, timeout = this.#options.timeout ?? 10_000 }: CallOptions = {},
  ): Promise<unknown> {
    const { path, rest } = fillPath(template, input as Fields);
    const isPost = method === 'POST';
    const ending = AbortSignal.timeout(timeout);
    const asksForTokens = this.#tokens !== null && POSTS_WITH_TOKENS.includes(template);
    const call: Call = {
      name: `${method} ${template}`,
      url: this.#address(path, isPost ? {} : rest),
      body: isPost ? this.#encoded(asksForTokens ? { ...rest, tokens: true } : rest) : null,
      isRead: !isPost && template !== GET_THAT_WRITES,
      signal: signal ? AbortSignal.any([signal, ending]) : ending,
    };
    try {
      const value = await this.#attempts(call, performance.now() + timeout);
      // A new password ends the session, too (contract 3.12).
      if (template === GET_THAT_WRITES || (template === '/account' && isPost && rest['password'] != null))
        this.#tokens?.keep(null);
      return asksForTokens ? this.#withoutTokens(value) : value;
    } catch (error) {
      // Also if the caller has aborted it, with a reason of its own.
      if (!ending.aborted || error !== ending.reason) throw error;
      throw new FanclubTimeoutError(`${call.name}: no answer within ${timeout} ms.`, { cause: error });
    }
  }

  #address(path: string, query: Fields): string {
    return `${this.url}${path}?${toQuery({ ...query, key: this.#options.key }).toString()}`;
  }

  /** Keeps the tokens of an answer. */
  #withoutTokens(value: unknown): unknown {
    const { access = null, ...rest } = value as { access?: BearerTokens };
    this.#tokens?.keep(access);
    return rest;
  }

  /** Null: the session has ended. All calls that wait get what it throws. */
  async #exchange(refreshToken: string): Promise<BearerTokens | null> {
    const { timeout = 10_000 } = this.#options;
    const call: Call = {
      name: 'POST /refresh',
      url: this.#address('/refresh', {}),
      body: this.#encoded({ refresh_token: refreshToken }),
      isRead: false,
      signal: AbortSignal.timeout(timeout),
    };
    try {
      const { access } = valueOf(await this.#byFetch(call, null), call.name) as { access: BearerTokens };
      return access;
    } catch (error) {
      if (error instanceof FanclubError && error.messages[0] === LOG_IN) return null;
      if (error instanceof FanclubError || error instanceof FanclubNetworkError) throw error;
      throw unreachable(call, error);
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
      return await this.#byFetch(call, this.#tokens && (await this.#accessToken(this.#tokens, call)));
    } catch (error) {
      call.signal.throwIfAborted();
      if (error instanceof FanclubError || error instanceof FanclubNetworkError) throw error;
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

  #accessToken(tokens: Tokens, { signal }: Call): Promise<string | null> {
    return unlessAborted(
      tokens.accessToken((refreshToken) => this.#exchange(refreshToken)),
      signal,
    );
  }

  async #byFetch({ url, body, signal }: Call, accessToken: string | null): Promise<Answer> {
    const { fetch: send = fetch, headers } = this.#options;
    const cookie = this.#tokens ? null : this.#cookies.header(Date.now());
    const response = await send(url, {
      method: body === null ? 'GET' : 'POST',
      body,
      headers: {
        ...(body !== null && { 'content-type': this.#sendsForms ? FORM : 'application/json' }),
        ...(cookie !== null && { cookie }),
        ...(accessToken !== null && { authorization: `Bearer ${accessToken}` }),
        ...headers,
      },
      credentials: this.#tokens ? 'omit' : 'include',
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
