import type { Config } from '#platform/config';
import { DemoProvider } from './demo/demo-provider';
import type { ProviderName } from './payment-account.entity';
import type { PaymentProvider } from './payment-provider';
import { StripeProvider } from './stripe/stripe-provider';

/** An account with its secrets opened. They are never logged. */
export interface AccountAccess {
  readonly fanclubId: number;
  /** Whether real money moves. */
  readonly live: boolean;
  /** The key for the provider's API. */
  readonly secret: string;
  /** The keys of the events' signatures, the present one first. */
  readonly webhookSecrets: readonly string[];
}

/** Makes the clients of accounts at a provider. Null: this installation does not have the provider. */
export type Adapter = (config: Config) => ((account: AccountAccess) => PaymentProvider) | null;

/** An account at Stripe, or at a server that takes its place in tests. */
export function stripeClient({ payments }: Config, account: AccountAccess): StripeProvider {
  return new StripeProvider(account, payments.stripeServer);
}

/** The adapters by the name of their provider. */
export const ADAPTERS: Readonly<Partial<Record<ProviderName, Adapter>>> = {
  stripe: (config) => (account) => stripeClient(config, account),
  demo: ({ payments, publicUrl }) =>
    payments.hasDemoBank ? (account) => new DemoProvider(account, publicUrl) : null,
};
