/** The client network and the request id. */
export interface RequestSource {
  /** See `clientNetwork`. */
  readonly network: string;
  /** As in `X-Request-Id` and in the log. */
  readonly requestId: string;
}

/** Who caused an event, as far as it is proven. */
export type Actor =
  /** An unidentified visitor. */
  | { readonly kind: 'visitor' }
  /** `id` of the row in `customers`. */
  | { readonly kind: 'customer'; readonly id: number }
  /** A third party; `id` of the row in `organization_api_keys`. */
  | { readonly kind: 'partner'; readonly id: number }
  /** An identity provider, by its signature. */
  | { readonly kind: 'provider' }
  /** A person who runs a fan club; `id` of the row in `staff`. */
  | { readonly kind: 'staff'; readonly id: number }
  /** The person or program that ran a command. */
  | { readonly kind: 'operator' };

/** The origin of a request or command: its actor, fan club and source. */
export interface Asker {
  /** Null: the event concerns an organization or the whole installation. */
  readonly fanclub: { readonly id: number } | null;
  readonly actor: Actor;
  /** Null for commands. */
  readonly source: RequestSource | null;
}

/** The origin of a request to a fan club. A `Viewer` is a `ClubAsker`. */
export interface ClubAsker extends Asker {
  readonly fanclub: { readonly id: number };
  readonly source: RequestSource;
}

/** The subject of an event, other than its actor: a kind, and an id or name without personal data. */
export type Target =
  | `customer:${number}`
  | `fanclub_key:${number}`
  | `limit:${string}`
  | `organization_key:${number}`
  | `payment_account:${number}`
  | `provider:${string}`
  | `staff:${number}`
  | `trusted_domain:${number}`;

/** All actions, each with its possible reasons; empty if it needs none. */
const REASONS = {
  'account.confirmed': [],
  'account.created': [],
  'account.registered': [],
  'catalogue.exported': ['with_secrets', 'without_secrets'],
  'catalogue.imported': [],
  'connection.made': [],
  'connection.removed': ['deauthorized', 'password_reset', 'recovered', 'unproven'],
  'email_change.confirmed': [],
  'email_change.requested': [],
  'email_change.undone': [],
  'erasure.completed': [],
  'erasure.started': [],
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
  'payments.connected': [],
  'payments.disconnected': [],
  'secrets.resealed': [],
  'session.ended': [],
  'sessions.ended': [
    'address_confirmed',
    'blacklisted',
    'deauthorized',
    'ended_by_staff',
    'password_changed',
    'password_reset',
    'recovered',
    'registered',
  ],
  'staff.invited': [],
  'staff.joined': [],
  'staff.logged_in': ['invited', 'passkey', 'password', 'recovery_code'],
  'staff.login_failed': ['wrong_code', 'wrong_passkey', 'wrong_password'],
  'staff.factors_changed': [],
  'staff.refused': ['foreign_page', 'not_allowed', 'not_found'],
  'staff.reset': [],
  'staff.disabled': [],
  'staff.enabled': [],
  'trusted_domain.added': [],
  'trusted_domain.removed': [],
} as const;

export type SecurityAction = keyof typeof REASONS;

/** The possible reasons of an action; `never` if it has none. */
type ReasonOf<A extends SecurityAction> = (typeof REASONS)[A][number];

/** Why sessions of a customer were ended together. */
export type EndOfSessions = ReasonOf<'sessions.ended'>;

/** Why a log-in failed. */
export type LoginFailure = ReasonOf<'login.failed'>;

type EventOf<A extends SecurityAction> = {
  readonly action: A;
  /** Given only if it is not the asker's actor, as for a log-in, which turns a visitor into a customer. */
  readonly actor?: Actor;
  readonly target?: Target;
} & ([ReasonOf<A>] extends [never] ? { readonly reason?: undefined } : { readonly reason: ReasonOf<A> });

/** An event to record. */
export type SecurityEvent = { [A in SecurityAction]: EventOf<A> }[SecurityAction];

/** All actions, in alphabetical order. */
export const SECURITY_ACTIONS = Object.keys(REASONS) as readonly SecurityAction[];

/** Every action with each of its reasons; the reason is empty for an action without reasons. */
export const ACTIONS_AND_REASONS: readonly (readonly [action: string, reason: string])[] = Object.entries(
  REASONS,
).flatMap(([action, reasons]) =>
  (reasons.length === 0 ? [''] : reasons).map((reason) => [action, reason] as const),
);

/** An unidentified visitor. */
export const VISITOR: Actor = { kind: 'visitor' };

/** The customer as the actor of an event. */
export const customerActor = (id: number): Actor => ({ kind: 'customer', id });

/** The origin of a command; `fanclub` is null if it concerns an organization or the whole installation. */
export const operatorOf = (fanclub: { id: number } | null): Asker => ({
  fanclub,
  actor: { kind: 'operator' },
  source: null,
});
