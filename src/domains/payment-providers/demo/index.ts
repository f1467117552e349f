import type { ProviderDescription } from '../provider-description';
import { DemoProvider } from './demo-provider';

/** The demo bank, with which no money moves. */
export const demo: ProviderDescription = {
  name: 'demo',
  title: 'Demo bank',
  clients: ({ payments, publicUrl }) =>
    payments.hasDemoBank ? (account) => new DemoProvider(account, publicUrl) : null,
  connecting: null,
};
