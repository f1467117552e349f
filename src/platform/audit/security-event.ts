/** The client network and the request id. */
export interface RequestSource {
  /** See `clientNetwork`. */
  readonly network: string;
  /** As in `X-Request-Id` and in the log. */
  readonly requestId: string;
}

/** Who did something, as far as it is proven. */
export type Actor =
  /** Somebody of whom nothing is proven. */
  | { readonly kind: 'visitor' }
  /** `id` of the row in `customers`. */
  | { readonly kind: 'customer'; readonly id: number }
  /** A third party; `id` of the row in `organization_api_keys`. */
  | { readonly kind: 'partner'; readonly id: number }
  /** An identity provider, by its signature. */
  | { readonly kind: 'provider' }
  /** The person or program that ran a command. */
  | { readonly kind: 'operator' };

/** Who asks for something, of which fan club, from where. */
export interface Asker {
  /** Null: the event concerns an organization or the whole installation. */
  readonly fanclub: { readonly id: number } | null;
  readonly actor: Actor;
  /** Null: a command asks, not a request. */
  readonly source: RequestSource | null;
}

/** Who asks for something of a fan club by a request. A `Viewer` is one. */
export interface ClubAsker extends Asker {
  readonly fanclub: { readonly id: number };
  readonly source: RequestSource;
}

/** Whom or what an event is about, other than its actor: a kind, and an id or a name that is no personal data. */
export type Target =
  | `customer:${number}`
  | `fanclub_key:${number}`
  | `limit:${string}`
  | `organization_key:${number}`
  | `provider:${string}`
  | `trusted_domain:${number}`;

/** What can happen, and the reasons of an action that needs one. */
const REASONS = {
  'account.confirmed': [],
  'account.created': [],
  'account.registered': [],
  'catalogue.imported': [],
  'connection.made': [],
  'connection.removed': ['deauthorized', 'password_reset', 'recovered', 'unproven'],
  'email_change.confirmed': [],
  'email_change.requested': [],
  'email_change.undone': [],
  'key.created': [],
  'key.revoked': [],
  'limit.reached': [],
  'login.failed': [
    'blacklisted',
    'unconfirmed',
    'unknown_account',
    'unregistered',
    'wrong_current_password',
    'wrong_password',
  ],
  'login.succeeded': ['password', 'provider'],
  'password.changed': [],
  'password_reset.done': [],
  'password_reset.requested': [],
  'secrets.resealed': [],
  'session.ended': [],
  'sessions.ended': [
    'address_confirmed',
    'deauthorized',
    'password_changed',
    'password_reset',
    'recovered',
    'registered',
  ],
  'trusted_domain.added': [],
  'trusted_domain.removed': [],
} as const;

/** The name of something that can happen. */
export type SecurityAction = keyof typeof REASONS;

/** Never for an action without reasons. */
type ReasonOf<A extends SecurityAction> = (typeof REASONS)[A][number];

/** Why sessions of a customer were ended together. */
export type EndOfSessions = ReasonOf<'sessions.ended'>;

/** Why a log-in failed. */
export type LoginFailure = ReasonOf<'login.failed'>;

type EventOf<A extends SecurityAction> = {
  readonly action: A;
  /** Who did it, where that is another than the asker: a log-in makes a customer of a visitor. */
  readonly actor?: Actor;
  readonly target?: Target;
} & ([ReasonOf<A>] extends [never] ? { readonly reason?: undefined } : { readonly reason: ReasonOf<A> });

/** Something that happened, as a caller tells it. */
export type SecurityEvent = { [A in SecurityAction]: EventOf<A> }[SecurityAction];

/** All actions, in alphabetical order. */
export const SECURITY_ACTIONS = Object.keys(REASONS) as readonly SecurityAction[];

/** Somebody of whom nothing is proven. */
export const VISITOR: Actor = { kind: 'visitor' };

/** The customer as the actor of an event. */
export const customerActor = (id: number): Actor => ({ kind: 'customer', id });

/** Who runs a command. */
export const operatorOf = (fanclub: { id: number } | null): Asker => ({
  fanclub,
  actor: { kind: 'operator' },
  source: null,
});
