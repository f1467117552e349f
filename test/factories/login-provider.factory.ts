import { Sealer } from '#libs/sealed';
import type { LoginProvider } from '../../src/platform/tenants';
import type { New, Seed } from './seed';

/** The first of the encryption keys that the service under test runs with. */
export const ENCRYPTION_KEY = Buffer.alloc(32, 1);

export interface LoginProviderInput extends Partial<LoginProvider> {
  fanclubId: number;
  /** The secret in clear, of which the row holds the sealed form. */
  appSecret: string;
}

/** The provider that the specification calls `social`, enabled. */
export function loginProviderFactory(
  { n }: Seed,
  { appSecret, ...overrides }: LoginProviderInput,
): New<LoginProvider> {
  return {
    name: 'social',
    appId: `app-${n}`,
    appSecretSealed: new Sealer([ENCRYPTION_KEY]).seal(appSecret),
    loginPath: null,
    enabled: true,
    ...overrides,
  };
}
