type LinkName =
  'login' | 'logout' | 'passwordReset' | 'savedCard' | 'redeem' | 'forum' | 'ipboard' | 'privacy' | 'terms';

/** Links to the fan club's own pages; null if the default is used. */
export type FanclubLinks = Readonly<Record<LinkName, string | null>>;

/** A third-party login of a fan club, without its secret. */
export interface LoginProviderInfo {
  readonly name: string;
  readonly appId: string;
  /** Null: the service's own path. */
  readonly loginPath: string | null;
}
