import { demo } from './demo';
import type { ProviderDescription } from './provider-description';
import { stripe } from './stripe';

/** The payment providers of this version. */
export const PROVIDERS: readonly ProviderDescription[] = [stripe, demo];

/** Null: this version does not have the provider. */
export const providerOf = (name: string): ProviderDescription | null =>
  PROVIDERS.find((one) => one.name === name) ?? null;

/** The name of a provider for people. */
export const titleOf = (name: string): string => providerOf(name)?.title ?? name;
