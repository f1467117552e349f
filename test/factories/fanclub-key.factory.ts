import type { FanclubKey } from '../../src/platform/tenants';
import type { New, Seed } from './seed';

export interface FanclubKeyInput extends Partial<FanclubKey> {
  fanclubId: number;
}

/** A valid key beside the club's main one. */
export function fanclubKeyFactory({ n }: Seed, overrides: FanclubKeyInput): New<FanclubKey> {
  return { key: `fanclub-key-${n}`, main: false, revokedAt: null, ...overrides };
}
