import type { JobRun } from '#platform/jobs';
import { type DiscourseApi, PAGE } from './discourse-client';
import { ForumFailure } from './forum-failure';
import { ForumPlaces } from './forum-places';
import { classFaults, planGroups } from './forum-groups.rules';
import { ForumTurn } from './forum-turn';
import * as queries from './forums.queries';

/** Changes that are read at a time. */
const CHANGES = 500;
/** Requests that are kept for comparisons, while one goes on. */
const COMPARISONS = 10;

/** Brings the groups of one forum into line with the memberships of its fan club, as far as one run gets. */
export class ForumRun {
  readonly turn: ForumTurn;

  constructor(
    run: Pick<JobRun, 'db' | 'signal'>,
    forum: queries.RunForum,
    api: DiscourseApi,
    now: () => Date,
  ) {
    this.turn = new ForumTurn(run, forum, api, now);
  }

  /** @throws ForumFailure, SettingsChanged; what was done before stays */
  async perform(): Promise<void> {
    const { turn } = this;
    const plans = await turn.db.rows(queries.PLANS, { fanclub: turn.key.fanclub });
    const groups = await this.groups(plans);
    const pairs = planGroups(groups, plans);
    const wanted = {
      plans: pairs.map(({ plan }) => plan),
      groups: pairs.map(({ group }) => group),
      kept: pairs.map(({ isKept }) => isKept),
    };
    const isComparing = groups.some(({ compareBegan }) => compareBegan !== null);
    const places = new ForumPlaces(turn, isComparing ? COMPARISONS : 0);
    for (let isMore = true; isMore && turn.mayAsk();) {
      const { requests } = turn;
      const { applicationId: application } = turn.forum;
      const asked = { ...turn.key, application, ...wanted, skipped: [...turn.refusing] };
      const changes = await turn.db.rows(queries.CHANGES, { ...asked, now: turn.now(), limit: CHANGES });
      await places.remove(changes.filter(({ entitled }) => !entitled));
      await places.find(changes.filter(({ entitled }) => entitled));
      // Without a request the same changes would be read again.
      isMore = changes.length === CHANGES && turn.requests > requests;
    }
    const compared = new Map((await this.named()).map((group) => [group.groupNumber, group]));
    for (const group of compared.values()) if (group.compareBegan !== null) await this.compare(group);
    if (await turn.db.first(queries.HAS_REFUSED, { ...turn.key, now: turn.now() }))
      turn.failure ??= new ForumFailure('refused');
  }

  /** The groups that staff have named; several lines may name one group. */
  private named(): Promise<queries.NamedGroup[]> {
    return this.turn.db.rows(queries.GROUPS, this.turn.key);
  }

  /** The same, with the numbers of those that are new. Of those that were not found, one is asked for again. */
  private async groups(plans: readonly { id: number; name: string }[]): Promise<queries.NamedGroup[]> {
    const { turn } = this;
    const open = (await this.named()).filter(({ groupNumber }) => groupNumber === null);
    const names = new Set(open.filter(({ fault }) => fault === null).map(({ name }) => name));
    const again = open.find(({ fault }) => fault !== null);
    if (again) names.add(again.name);
    for (const name of names) {
      if (!turn.mayAsk()) break;
      const found = await turn.ask(turn.api.group(name));
      const fault = found === null ? 'unknown_group' : found.isAutomatic ? 'automatic_group' : null;
      const group = fault === null ? found!.id : null;
      const { revision } = turn.forum;
      await turn.db.run(queries.STORE_GROUP, { ...turn.key, revision, name, group, fault, now: turn.now() });
    }
    const named = await this.named();
    for (const { id, fault } of classFaults(named, plans))
      await turn.db.run(queries.STORE_CLASS_FAULT, { ...turn.key, line: id, fault });
    return named;
  }

  /** Reads the forum's list of a group, in as many runs as it needs. Accounts that it does not have are looked up again. */
  private async compare({
    name,
    groupNumber,
    compareBegan,
    compareOffset,
  }: queries.NamedGroup): Promise<void> {
    const group = { ...this.turn.key, group: groupNumber! };
    for (let offset: number | null = compareOffset; offset !== null && this.turn.mayAsk();) {
      const page = await this.turn.ask(this.turn.api.members(name, offset));
      const now = this.turn.now();
      const next: number = offset + PAGE;
      if (page !== null) await this.turn.db.run(queries.STORE_SEEN, { ...group, users: page.users, now });
      offset = page !== null && next < page.total ? next : null;
      if (page !== null && offset === null)
        await this.turn.db.run(queries.STORE_MISSED, { ...group, began: compareBegan!, now });
      // A group that was renamed is changed by its number, but not listed.
      const fault = page === null ? 'unknown_group' : null;
      await this.turn.db.run(queries.STORE_COMPARED, { ...group, offset, fault, now });
      this.turn.hasProgress = true;
    }
  }
}
