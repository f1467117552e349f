import type { BearerTokens } from './generated/api.ts';

// The parts of a page that this file uses, as in jsonp.ts.
interface PageStorage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}
interface Page {
  readonly localStorage?: PageStorage;
  readonly navigator?: {
    readonly locks?: { request(name: string, work: () => Promise<void>): Promise<void> };
  };
}

const page = globalThis as Page;

/** Milliseconds before its end from which an access token is not sent any more, because the call takes some time. */
const MARGIN = 5_000;

/** Where a client keeps its bearer tokens: until the page is left, or for all pages of the website. */
export type TokenPlace = 'memory' | 'storage';

/** The bearer tokens of a visitor, in the memory of the page or in the storage of the website, which all its tabs share. */
export class Tokens {
  readonly #name: string;
  /** Null: the memory of the page keeps them. */
  #storage: PageStorage | null;
  #kept: BearerTokens | null = null;
  #exchange: Promise<void> | null = null;

  /** @param name of the place in the storage, and of the lock: one for each service and fan club */
  constructor(place: TokenPlace, name: string) {
    this.#name = name;
    this.#storage = place === 'storage' ? storageOfPage() : null;
  }

  /** The tokens of the visitor; null if nobody is logged in. */
  get present(): BearerTokens | null {
    if (!this.#storage) return this.#kept;
    try {
      return JSON.parse(this.#storage.getItem(this.#name) ?? 'null') as BearerTokens | null;
    } catch {
      return null;
    }
  }

  /** Keeps the tokens of a log-in; null forgets them. If the storage is full, the memory of the page keeps them from now on. */
  keep(tokens: BearerTokens | null): void {
    this.#kept = tokens;
    try {
      if (tokens) this.#storage?.setItem(this.#name, JSON.stringify(tokens));
      else this.#storage?.removeItem(this.#name);
    } catch {
      this.#storage = null;
    }
  }

  /**
   * The access token for a call that begins now; null if nobody is logged in. Tokens that are over are exchanged first, once for all calls of
   * all tabs.
   * @param exchange exchanges a refresh token; null: it is worth nothing any more. What it throws goes to all waiting calls
   */
  async accessToken(
    exchange: (refreshToken: string) => Promise<BearerTokens | null>,
  ): Promise<string | null> {
    if (this.#isOver()) {
      this.#exchange ??= this.#alone(() => this.#exchanged(exchange)).finally(() => {
        this.#exchange = null;
      });
      await this.#exchange;
    }
    return this.present?.access_token ?? null;
  }

  #isOver(): boolean {
    const tokens = this.present;
    return tokens !== null && tokens.access_token_expiration * 1000 - MARGIN <= Date.now();
  }

  async #exchanged(exchange: (refreshToken: string) => Promise<BearerTokens | null>): Promise<void> {
    const tokens = this.present;
    // Another tab may have exchanged them, or logged out, while this one waited for the lock.
    if (tokens === null || !this.#isOver()) return;
    const next = await exchange(tokens.refresh_token);
    // The visitor may have logged out, or in, while the exchange was on its way.
    if (this.present?.refresh_token === tokens.refresh_token) this.keep(next);
  }

  /** One tab at a time, where tabs share the tokens. */
  #alone(work: () => Promise<void>): Promise<void> {
    const locks = this.#storage && page.navigator?.locks;
    // Pages without TLS have no locks. Two tabs may then exchange the same token, which works for 30 seconds.
    return locks ? locks.request(this.#name, work) : work();
  }
}

/** Null: there is none, or the browser refuses it to the page. */
function storageOfPage(): PageStorage | null {
  try {
    return page.localStorage ?? null;
  } catch {
    return null;
  }
}
