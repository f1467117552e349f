import type { ReasonOf, SecurityAction } from './security-event-kinds';

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
  | `fanclub:${number}`
  | `fanclub_key:${number}`
  | `limit:${string}`
  | `organization_key:${number}`
  | `payment_account:${number}`
  | `provider:${string}`
  | `staff:${number}`
  | `staff_key:${number}`
  | `trusted_domain:${number}`
  | `fan_club_host:${number}`;

type EventOf<A extends SecurityAction> = {
  readonly action: A;
  /** Given only if it is not the asker's actor, as for a log-in, which turns a visitor into a customer. */
  readonly actor?: Actor;
  readonly target?: Target;
} & ([ReasonOf<A>] extends [never] ? { readonly reason?: undefined } : { readonly reason: ReasonOf<A> });

/** An event to record. */
export type SecurityEvent = { [A in SecurityAction]: EventOf<A> }[SecurityAction];

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
