import type { TokenPlace } from './tokens.ts';

/** The options of a client. */
export interface FanclubOptions {
  /** The address of the service with its scheme, with or without `/api/v1`. Empty, or a path, for pages that the same host serves. */
  readonly url: string;
  /** The fan club's key. It is public: it names the fan club, and grants nothing. */
  readonly key: string;
  /** Milliseconds that a call may take, retries included. 10,000 by default. */
  readonly timeout?: number;
  /** How often a read is repeated if waiting may help. 2 by default. */
  readonly retries?: number;
  /** How posts are sent. `form` needs no preflight from pages of other origins. `json` by default. */
  readonly posts?: 'json' | 'form';
  /**
   * Whether pages read by script elements: `never`, `fallback` (after a read that the browser does not let the page see), or `always`.
   * Posts never do. `never` by default.
   */
  readonly jsonp?: 'never' | 'fallback' | 'always';
  /**
   * For pages on another site than the service, whose cookies browsers may block. The client logs in with bearer tokens, sends no cookies, and
   * exchanges the tokens in time. It keeps them in the `memory` of the page, or in the `storage` of the website (`localStorage`), which all its
   * pages and tabs share. Where there is no storage, the memory is used. Not together with `jsonp`.
   */
  readonly tokens?: TokenPlace;
  /** Headers of every call, for instance `Api-Key` on a partner's server. Do not use them in pages. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The options of one call. */
export interface CallOptions {
  /** Ends the call. Its promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Replaces the client's `timeout`. */
  readonly timeout?: number;
}
