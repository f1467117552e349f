import type { RowOf } from '#platform/database';
import type { READ_FANCLUB } from './published.queries';

/** Links to the fan club's own pages; null where a default takes their place. */
export interface FanclubLinks {
  readonly login: string | null;
  readonly logout: string | null;
  readonly passwordReset: string | null;
  readonly savedCard: string | null;
  readonly redeem: string | null;
  readonly forum: string | null;
  readonly ipboard: string | null;
  readonly privacy: string | null;
  readonly terms: string | null;
}

/** A third-party login of a fan club, without its secret. */
export interface LoginProviderInfo {
  readonly name: string;
  readonly appId: string;
  /** Null: the service's own path. */
  readonly loginPath: string | null;
}

/** The fan club whose `key` the request carries: its configuration, as far as requests need it. */
export type FanclubInfo = Omit<RowOf<typeof READ_FANCLUB>, 'keys'>;
