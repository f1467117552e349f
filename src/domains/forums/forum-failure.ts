/** Why a forum did not do what was asked, with what staff read. */
export const FAILURES = {
  refused_address: 'The address leads to no public address.',
  unresolved: 'The name of the forum has no address.',
  timeout: 'The forum did not answer in time.',
  connection: 'The forum could not be reached.',
  forbidden: 'The forum refuses the API key, its user, or what they may do.',
  busy: 'The forum asks to wait: too many requests.',
  broken: 'The forum answers with an error of its own.',
  not_discourse: 'What answers there is not the API of Discourse.',
  refused: 'The forum does not let the service take a member out of a group.',
  unreadable_key: 'The API key must be entered again: the service cannot read it.',
  internal: 'The service met an error of its own, and tries again.',
} as const;
export type Failure = keyof typeof FAILURES;

/** What is wrong with a group that staff named. */
export const GROUP_FAULTS = {
  unknown_group: 'The forum has no group of this name.',
  automatic_group: 'Discourse fills this group by itself. Choose another one.',
  unknown_class: 'No plan has the class of this line. Choose another one.',
} as const;
export type GroupFault = keyof typeof GROUP_FAULTS;

/** A request to a forum that has failed. Its message is a code: errors of the network quote addresses. */
export class ForumFailure extends Error {
  override readonly name = 'ForumFailure';

  /** @param wait seconds for which the forum asks to send nothing; null: it does not say */
  constructor(
    readonly code: Failure,
    readonly wait: number | null = null,
  ) {
    super(code);
  }
}

/** Staff have changed the forum since the run began, so what the run knows counts no more. */
export class SettingsChanged extends Error {
  override readonly name = 'SettingsChanged';
}

/** Failures after which the forum has certainly done nothing. Others may come from in front of it, or after it has acted. */
const WITHOUT_EFFECT: readonly Failure[] = ['busy', 'forbidden', 'refused_address', 'unresolved'];

/** Whether a request that ended so has certainly changed nothing. */
export const hadNoEffect = (error: unknown): boolean =>
  error instanceof SettingsChanged || (error instanceof ForumFailure && WITHOUT_EFFECT.includes(error.code));
