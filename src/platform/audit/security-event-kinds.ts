import { Declared, type Lists, type Pairs, pairsOf } from '#libs/declared';

/** All actions, each with one of its reasons: `login.failed:wrong_password`. Every file with {@link declareSecurityEvents} adds its own. */
export interface SecurityEventKinds extends Readonly<typeof events> {}

type Kind = keyof SecurityEventKinds;

const KINDS = new Declared<Kind, true>('security event');

/**
 * Declares the actions that a folder records, each with its possible reasons; empty if it needs none. A folder may give an action of
 * another one further reasons.
 *
 *     export const events = declareSecurityEvents({ 'session.ended': [], 'login.succeeded': ['password', 'provider'] });
 *
 *     declare module '#platform/audit' {
 *       interface SecurityEventKinds extends Readonly<typeof events> {}
 *     }
 *
 * @throws Error if an action is declared already with one of the reasons
 */
export function declareSecurityEvents<const L extends Lists>(actions: L): Pairs<L> {
  const pairs = pairsOf(actions);
  KINDS.add(pairs);
  return pairs;
}

/** Of commands whose code a server does not load. */
export const events = declareSecurityEvents({
  'erasure.completed': [],
  'erasure.started': [],
  'fanclub.purged': [],
  'secrets.resealed': [],
});

type ActionIn<K> = K extends `${infer A}:${string}` ? A : never;

export type SecurityAction = ActionIn<Kind>;

type ReasonIn<K, A extends string> = K extends `${A}:${infer R}` ? (R extends '' ? never : R) : never;

/** The possible reasons of an action; `never` if it has none. */
export type ReasonOf<A extends SecurityAction> = ReasonIn<Kind, A>;

/** Every declared action with each of its reasons, in alphabetical order; the reason is empty for an action without reasons. */
export const actionsAndReasons = (): (readonly [action: string, reason: string])[] =>
  KINDS.names().map((kind) => (kind as string).split(':') as [string, string]);

/** All declared actions, in alphabetical order. */
export const securityActions = (): readonly SecurityAction[] => [
  ...new Set(actionsAndReasons().map(([action]) => action as SecurityAction)),
];
