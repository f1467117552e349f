import type { Config } from '#platform/config';
import type { AccountAccess } from '../payment-provider';
import type { ProviderDescription } from '../provider-description';
import { NotConnectable } from '../provider.errors';
import { isLiveKey, StripeProvider } from './stripe-provider';

/** Restricted keys have only the permissions that their owner grants. */
const RESTRICTED_KEY = /^rk_(test|live)_\w{3,}$/;

/** The client of an account at Stripe, or at the server that replaces Stripe in tests. */
const client = ({ payments }: Config, account: AccountAccess) =>
  new StripeProvider(account, payments.stripeServer);

/** Stripe; see docs/payments.md#connect-stripe. */
export const stripe: ProviderDescription = {
  name: 'stripe',
  title: 'Stripe',
  clients: (config) => (account) => client(config, account),
  connecting: {
    question: 'Restricted key of Stripe (it is not shown): ',
    isLive: (key) => {
      if (RESTRICTED_KEY.test(key)) return isLiveKey(key);
      throw new NotConnectable('This is no restricted key of Stripe: it begins with rk_test_ or rk_live_.');
    },
    addEndpoint: (config, account, url) => client(config, account).addEndpoint(url),
  },
};
