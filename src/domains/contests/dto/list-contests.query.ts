import { OptionalInt, OptionalOneOf } from '#libs/validation';

const CONTEST_SCOPES = ['entered', 'selected', 'winners', 'forfeited'] as const;
/** What became of an own entry, as the list may be narrowed by. */
export type ContestScope = (typeof CONTEST_SCOPES)[number];

/** Contests in a list, at most and when `limit` does not say (decisions 6.7). */
export const MAX_CONTESTS = 500;

/** The parameters of GET /contests; an unusable one is as good as absent (decisions 1.8). */
export class ListContestsQuery {
  @OptionalInt({ max: MAX_CONTESTS }) limit?: number;
  @OptionalInt() event_id?: number;
  /** About the viewer's own entries. */
  @OptionalOneOf(CONTEST_SCOPES) scope?: ContestScope;
}
