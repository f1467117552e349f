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
    readonly locks?: {
      request(
        name: string,
        options: { readonly ifAvailable: boolean },
        work: (lock: unknown) => Promise<void>,
      ): Promise<void>;
    };
  };
}

const page = globalThis as Page;

/** Milliseconds for which an access token is sent: its ten minutes, without the time that a call takes. */
const LIFETIME = 595_000;

/** Milliseconds after which a tab in another process of the browser sees what a tab has stored. */
const STORAGE_DELAY = 100;

/** Tokens, and when they came by the visitor's clock, which may be wrong: so their ends are not compared with it. */
type Kept = BearerTokens & { readonly kept_at: number };

/** Where a client keeps its bearer tokens: until the page is left, or for all pages of the website. */
export type TokenPlace = 'memory' | 'storage';

/** The bearer tokens of a visitor, in the memory of the page or in the storage of the website, which all its tabs share. */
export class Tokens {
  readonly #name: string;
  /** Null: the memory of the page keeps them. */
  #storage: PageStorage | null;
  #kept: Kept | null = null;
  #exchange: Promise<void> | null = null;

  /** @param name of the place in the storage, and of the lock: one for each service and fan club */
  constructor(place: TokenPlace, name: string) {
    this.#name = name;
    this.#storage = place === 'storage' ? storageOfPage() : null;
  }

  /** The tokens of the visitor; null if nobody is logged in. */
  get present(): Kept | null {
    if (!this.#storage) return this.#kept;
    try {
      return JSON.parse(this.#storage.getItem(this.#name) ?? 'null') as Kept | null;
    } catch {
      return null;
    }
  }

  /** Keeps the tokens of a log-in; null removes them. If the storage is full, the memory of the page keeps them from now on. */
  keep(tokens: BearerTokens | null): void {
    this.#kept = tokens && { ...tokens, kept_at: Date.now() };
    const storage = this.#storage;
    try {
      if (tokens) storage?.setItem(this.#name, JSON.stringify(this.#kept));
      else storage?.removeItem(this.#name);
    } catch {
      // Former tokens must not stay where there is no place for new ones.
      storage?.removeItem(this.#name);
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
    if (tokens === null) return false;
    const age = Date.now() - tokens.kept_at;
    return !(age >= 0 && age < LIFETIME);
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
  async #alone(work: () => Promise<void>): Promise<void> {
    const locks = this.#storage && page.navigator?.locks;
    // Pages without TLS have no locks. Two tabs may then exchange the same token, which works for 30 seconds.
    if (!locks) return work();
    let isDone = false;
    await locks.request(this.#name, { ifAvailable: true }, async (lock) => {
      if (lock === null) return;
      isDone = true;
      await work();
    });
    if (isDone) return;
    await locks.request(this.#name, { ifAvailable: false }, async () => {
      await new Promise((resolve) => setTimeout(resolve, STORAGE_DELAY));
      await work();
    });
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
