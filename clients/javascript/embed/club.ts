import type { Account } from '../src/index.ts';
import { Fanclub } from '../src/fanclub.ts';
import type { TokenPlace } from '../src/tokens.ts';

/** The settings of a club. */
export interface ClubSettings {
  readonly url: string;
  readonly key: string;
  readonly jsonp: 'never' | 'fallback' | 'always';
  /** Undefined: cookies name the session. */
  readonly tokens: TokenPlace | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** A fan club on this page: its client, and the account that its widgets share. */
export class Club {
  readonly client: Fanclub;
  readonly #key: string;
  #account: Promise<Account | null> | undefined;

  constructor(settings: ClubSettings) {
    this.#key = settings.key;
    const { tokens, ...others } = settings;
    this.client = new Fanclub(tokens ? { ...others, tokens } : others);
  }

  /** The customer who is logged in. All widgets together send one request, until {@link invalidate}. */
  account(): Promise<Account | null> {
    const reading = (this.#account ??= this.client.get('/account').then(
      // A customer without identity has bought a free plan and not registered: logged out everywhere else (contract 4.0).
      ({ customer }) => (customer?.id == null ? null : customer),
    ));
    reading.catch(() => {
      if (this.#account === reading) this.#account = undefined;
    });
    return reading;
  }

  /** To be called when the session or the account has changed. */
  invalidate(): void {
    this.#account = undefined;
  }

  /**
   * After a call without an answer: whether the service can be reached, so that it must be the page that it does not trust. Browsers do not
   * tell a page, but they load scripts, which is what a read with `callback` is.
   */
  async refusesPage(): Promise<boolean> {
    const address = `${this.client.url}/fanclub?key=${encodeURIComponent(this.#key)}&callback=fanclub`;
    try {
      const answer = await fetch(address, { mode: 'no-cors', credentials: 'omit' });
      return answer.type === 'opaque';
    } catch {
      return false;
    }
  }
}
