import { secondsAfter } from '#libs/clock';
import type { JobRun } from '#platform/jobs';
import { type DiscourseApi, PAGE } from './discourse-client';
import type { PlaceState } from './forum.entity';
import { ForumFailure } from './forum-failure';
import { planGroups } from './forum-groups.rules';
import * as queries from './forums.queries';

/** Requests of a run. Discourse allows 60 a minute by default. */
const REQUESTS = 50;
/** Milliseconds after which a run sends no further request. */
const LONGEST = 15_000;
/** Changes that are read at a time. */
const CHANGES = 500;
/** Accounts that are looked up before those who were found are added, so that a run that is cut off has done something. */
const LOOK_UPS = 5;
/** Accounts in a request. */
const BATCH = 50;
/** Seconds before the next look-up of an account that was not found, by the number of look-ups. Then weekly. */
const PAUSES = [60, 300, 1_800, 7_200, 21_600, 86_400, 86_400];
const LAST_PAUSE = 7 * 86_400;

/** Items by their key, in the order of the first of each. */
function grouped<K, T>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const map = new Map<K, T[]>();
  for (const item of items) {
    const same = map.get(keyOf(item));
    if (same) same.push(item);
    else map.set(keyOf(item), [item]);
  }
  return map;
}

const slices = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** A place for which the forum has an account. */
interface Found {
  readonly customerId: number;
  readonly groupNumber: number;
  readonly placeId: number;
  readonly userNumber: number;
  readonly tries: number;
}

/** Brings the groups of one forum into line with the memberships of its fan club, as far as one run gets. */
export class ForumRun {
  /** Members who were put into a group, and taken out of one. */
  added = 0;
  removed = 0;
  private requests = 0;
  private readonly until = performance.now() + LONGEST;
  private readonly key: { readonly fanclub: number; readonly forum: number };

  constructor(
    private readonly run: Pick<JobRun, 'db' | 'signal'>,
    private readonly forum: queries.DueForum,
    private readonly api: DiscourseApi,
    private readonly now: () => Date,
  ) {
    this.key = { fanclub: forum.fanclubId, forum: forum.id };
  }

  /** @throws ForumFailure; what was done before stays */
  async perform(): Promise<void> {
    const pairs = planGroups(
      await this.groups(),
      await this.run.db.rows(queries.PLANS, { fanclub: this.key.fanclub }),
    );
    const wanted = { plans: pairs.map(({ plan }) => plan), groups: pairs.map(({ group }) => group) };
    for (let isMore = true; isMore && this.mayAsk;) {
      const { applicationId: application } = this.forum;
      const asked = { ...this.key, application, ...wanted, now: this.now(), limit: CHANGES };
      const changes = await this.run.db.rows(queries.CHANGES, asked);
      await this.remove(changes.filter(({ entitled }) => !entitled));
      await this.find(changes.filter(({ entitled }) => entitled));
      isMore = changes.length === CHANGES;
    }
    for (const group of await this.named()) if (group.compareBegan !== null) await this.compare(group);
  }

  private get mayAsk(): boolean {
    return !this.run.signal.aborted && this.requests < REQUESTS && performance.now() < this.until;
  }

  private ask<T>(request: Promise<T>): Promise<T> {
    this.requests += 1;
    return request;
  }

  /** The groups that staff have named; several lines may name one group. */
  private named(): Promise<queries.NamedGroup[]> {
    return this.run.db.rows(queries.GROUPS, this.key);
  }

  /** The same, with the numbers of those that are new. Of those that were not found, one is asked for again. */
  private async groups(): Promise<queries.NamedGroup[]> {
    const open = (await this.named()).filter(({ groupNumber }) => groupNumber === null);
    const names = new Set(open.filter(({ fault }) => fault === null).map(({ name }) => name));
    const again = open.find(({ fault }) => fault !== null);
    if (again) names.add(again.name);
    for (const name of names) {
      if (!this.mayAsk) break;
      const found = await this.ask(this.api.group(name));
      const fault = found === null ? 'unknown_group' : found.isAutomatic ? 'automatic_group' : null;
      const group = fault === null ? found!.id : null;
      await this.run.db.run(queries.STORE_GROUP, { ...this.key, name, group, fault, now: this.now() });
    }
    return this.named();
  }

  /** Takes members out of groups to which this service has added them. Others who are not entitled are left alone. */
  private async remove(changes: readonly queries.Change[]): Promise<void> {
    const isOurs = ({ state }: queries.Change) => state === 'adding' || state === 'added';
    await this.deletePlaces(changes.filter((one) => !isOurs(one)).map(({ placeId }) => placeId!));
    for (const [group, places] of grouped(changes.filter(isOurs), ({ groupNumber }) => groupNumber))
      for (const batch of slices(places, BATCH)) await this.removeBatch(group, batch);
  }

  private async removeBatch(group: number, batch: readonly queries.Change[]): Promise<void> {
    if (!this.mayAsk) return;
    const users = batch.map(({ userNumber }) => userNumber!);
    const outcome = await this.ask(this.api.change('DELETE', group, users));
    if (outcome === 'refused' && batch.length > 1) {
      for (const one of batch) await this.removeBatch(group, [one]);
      return;
    }
    // The account was deleted, or has left the group.
    if (outcome === 'refused' && (await this.isIn(group, batch[0]))) throw new ForumFailure('broken');
    if (outcome === 'no_group') await this.loseGroup(group);
    if (outcome === 'done') this.removed += batch.length;
    await this.deletePlaces(batch.map(({ placeId }) => placeId!));
  }

  private async isIn(group: number, { customerId }: queries.Change): Promise<boolean> {
    const account = await this.ask(this.api.account(customerId));
    return account?.groups.includes(group) ?? false;
  }

  /** Looks up accounts of members, and adds them to the groups in which they are not. */
  private async find(changes: readonly queries.Change[]): Promise<void> {
    const members = [...grouped(changes, ({ customerId }) => customerId)];
    for (const some of slices(members, LOOK_UPS)) {
      const found: Found[] = [];
      for (const [customer, places] of some) {
        if (!this.mayAsk) break;
        const account = await this.ask(this.api.account(customer));
        for (const place of places) {
          if (account === null) await this.storeUnknown(place, place.again ? 0 : place.tries);
          else {
            const isIn = account.groups.includes(place.groupNumber);
            // It was not there before this service began to add it.
            const state = !isIn ? 'adding' : place.state === 'adding' ? 'added' : 'by_hand';
            const placeId = await this.store(place, state, account.id);
            if (placeId === null) return;
            if (!isIn) found.push({ ...place, placeId, userNumber: account.id });
          }
        }
      }
      for (const [group, accounts] of grouped(found, ({ groupNumber }) => groupNumber))
        for (const batch of slices(accounts, BATCH)) await this.add(group, batch);
    }
  }

  private async add(group: number, batch: readonly Found[]): Promise<void> {
    if (this.run.signal.aborted) return;
    const users = batch.map(({ userNumber }) => userNumber);
    const outcome = await this.ask(this.api.change('PUT', group, users));
    if (outcome === 'no_group') return this.loseGroup(group);
    if (outcome === 'refused' && batch.length > 1) {
      for (const one of batch) await this.add(group, [one]);
      return;
    }
    // Somebody else was faster, or the account was deleted: the next look-up shows it.
    if (outcome === 'refused') return this.storeUnknown(batch[0], 0);
    this.added += batch.length;
    const places = batch.map(({ placeId }) => placeId);
    await this.run.db.run(queries.STORE_ADDED, { ...this.key, places, now: this.now() });
  }

  private async storeUnknown(place: Place, tries: number): Promise<void> {
    await this.store(place, 'unknown', null, tries + 1, PAUSES.at(tries) ?? LAST_PAUSE);
  }

  /** @returns the id of the place; null: the forum was changed since the run began */
  private async store(
    { customerId: customer, groupNumber: group }: Place,
    state: PlaceState,
    user: number | null,
    tries = 0,
    pause = 0,
  ): Promise<number | null> {
    const now = this.now();
    const { url } = this.forum;
    const place = { ...this.key, url, group, customer, user, state, tries, now };
    const nextTryAt = secondsAfter(now, pause);
    return (await this.run.db.first(queries.STORE_PLACE, { ...place, nextTryAt }))?.id ?? null;
  }

  private async deletePlaces(places: readonly number[]): Promise<void> {
    if (places.length > 0) await this.run.db.run(queries.DELETE_PLACES, { ...this.key, places });
  }

  private async loseGroup(group: number): Promise<void> {
    await this.run.db.run(queries.LOSE_GROUP, { ...this.key, group, now: this.now() });
  }

  /** Reads the forum's list of a group, in as many runs as it needs. Accounts that it does not have are looked up again. */
  private async compare({
    name,
    groupNumber,
    compareBegan,
    compareOffset,
  }: queries.NamedGroup): Promise<void> {
    const group = { ...this.key, group: groupNumber! };
    for (let offset: number | null = compareOffset; offset !== null && this.mayAsk;) {
      const page = await this.ask(this.api.members(name, offset));
      const now = this.now();
      const next: number = offset + PAGE;
      if (page !== null) await this.run.db.run(queries.STORE_SEEN, { ...group, users: page.users, now });
      offset = page !== null && next < page.total ? next : null;
      if (page !== null && offset === null)
        await this.run.db.run(queries.STORE_MISSED, { ...group, began: compareBegan!, now });
      // A group that was renamed is changed by its number, but not listed.
      const fault = page === null ? 'unknown_group' : null;
      await this.run.db.run(queries.STORE_COMPARED, { ...group, offset, fault, now });
    }
  }
}

type Place = Pick<queries.Change, 'customerId' | 'groupNumber'>;
