import type { Config } from '#platform/config';
import type { AccountAccess, PaymentProvider } from './payment-provider';

/** How `fanclub payments connect` connects an account with a key that its owner types. */
export interface Connecting {
  /** What the command asks for. The answer is not shown. */
  readonly question: string;
  /** Whether a key moves real money. @throws NotConnectable for a key of another kind */
  readonly isLive: (secret: string) => boolean;
  /**
   * Has the provider send the events of an account to `url`, and to no other endpoint at this address.
   * @returns the secret of their signatures
   * @throws ProviderError
   */
  readonly addEndpoint: (
    config: Config,
    account: AccountAccess,
    url: string,
  ) => Promise<{ readonly secret: string }>;
}

/** A payment provider, for the list in `providers.ts`. Its folder exports one; see docs/payments.md#another-provider. */
export interface ProviderDescription {
  /** For the database, addresses and commands. It begins with a letter; lower-case letters, digits and `_`; never changed. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Creates the clients of accounts. Null: the provider is not configured here. */
  readonly clients: (config: Config) => ((account: AccountAccess) => PaymentProvider) | null;
  /** Null: the demo bank, where the command opens an account in the same database. */
  readonly connecting: Connecting | null;
}
