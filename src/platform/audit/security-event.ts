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

/** What can happen: the action and its reasons, null for an action that needs none. */
interface Reasons {
  'account.confirmed': null;
  'account.created': null;
  'account.registered': null;
  'catalogue.imported': null;
  'connection.made': null;
  'connection.removed': 'deauthorized' | 'password_reset' | 'recovered' | 'unproven';
  'email_change.confirmed': null;
  'email_change.requested': null;
  'email_change.undone': null;
  'key.created': null;
  'key.revoked': null;
  'limit.reached': null;
  'login.failed':
    | 'blacklisted'
    | 'unconfirmed'
    | 'unknown_account'
    | 'unregistered'
    | 'wrong_current_password'
    | 'wrong_password';
  'login.succeeded': 'password' | 'provider';
  'password.changed': null;
  'password_reset.done': null;
  'password_reset.requested': null;
  'secrets.resealed': null;
  'session.ended': null;
  'sessions.ended':
    'address_confirmed' | 'deauthorized' | 'password_changed' | 'password_reset' | 'recovered' | 'registered';
  'trusted_domain.added': null;
  'trusted_domain.removed': null;
}

/** The name of something that can happen. */
export type SecurityAction = keyof Reasons;

/** Why sessions of a customer were ended together. */
export type EndOfSessions = Reasons['sessions.ended'];

/** Why a log-in failed. */
export type LoginFailure = Reasons['login.failed'];

type EventOf<A extends SecurityAction> = {
  readonly action: A;
  /** Who did it, where that is another than the asker: a log-in makes a customer of a visitor. */
  readonly actor?: Actor;
  readonly target?: Target;
} & (Reasons[A] extends null ? { readonly reason?: undefined } : { readonly reason: Reasons[A] });

/** Something that happened, as a caller tells it. */
export type SecurityEvent = { [A in SecurityAction]: EventOf<A> }[SecurityAction];

const ACTION_NAMES: Readonly<Record<SecurityAction, true>> = {
  'account.confirmed': true,
  'account.created': true,
  'account.registered': true,
  'catalogue.imported': true,
  'connection.made': true,
  'connection.removed': true,
  'email_change.confirmed': true,
  'email_change.requested': true,
  'email_change.undone': true,
  'key.created': true,
  'key.revoked': true,
  'limit.reached': true,
  'login.failed': true,
  'login.succeeded': true,
  'password.changed': true,
  'password_reset.done': true,
  'password_reset.requested': true,
  'secrets.resealed': true,
  'session.ended': true,
  'sessions.ended': true,
  'trusted_domain.added': true,
  'trusted_domain.removed': true,
};

/** All actions, in alphabetical order. */
export const SECURITY_ACTIONS = Object.keys(ACTION_NAMES) as readonly SecurityAction[];

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
