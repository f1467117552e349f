import type { RowOf } from '#platform/database';
import type { Forum, ForumGroup } from '../forum.entity';
import { FAILURES, GROUP_FAULTS, type GroupFault } from '../forum-failure';
import type { COUNT_PLACES } from '../forums.queries';
import type { ForumOfClub } from './dto/forum.answers';

const byNumber = (one: ForumGroup, other: ForumGroup): number => one.id - other.id;

/** What staff set of a forum: its version, and what the record of changes holds. */
export const settingsShown = (
  { name, url, username, applicationId, offAt }: Forum,
  groups: readonly ForumGroup[],
) => ({
  name,
  url,
  username,
  application_id: applicationId,
  enabled: offAt === null,
  groups: [...groups].sort(byNumber).map(({ name: group, planClass }) => ({
    name: group,
    plan_class: planClass,
  })),
});

/** What is wrong with a group, in words. */
export const groupProblem = (name: string, fault: GroupFault): string => `${name}: ${GROUP_FAULTS[fault]}`;

/** @param counts of all forums of the fan club */
export function forumShown(
  row: Forum,
  groups: readonly ForumGroup[],
  counts: readonly RowOf<typeof COUNT_PLACES>[],
): ForumOfClub {
  const count = (state: string): number =>
    counts.find((one) => one.forumId === row.id && one.state === state)?.count ?? 0;
  return {
    id: row.id,
    ...settingsShown(row, groups),
    group_problems: [
      ...new Set(
        [...groups]
          .sort(byNumber)
          .flatMap(({ name, fault }) => (fault === null ? [] : [groupProblem(name, fault)])),
      ),
    ],
    checked_at: row.checkedAt?.toISOString() ?? null,
    changed_at: row.changedAt?.toISOString() ?? null,
    added: row.added,
    removed: row.removed,
    in_groups: count('added'),
    by_hand: count('by_hand'),
    without_account: count('unknown'),
    failure: row.failure,
    problem: row.failure === null ? null : FAILURES[row.failure],
    failing_since: row.failingSince?.toISOString() ?? null,
    next_attempt_at: row.nextAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}
