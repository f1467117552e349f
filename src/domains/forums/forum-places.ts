import { secondsAfter } from '#libs/clock';
import type { ForumAccount } from './discourse-client';
import type { PlaceState } from './forum.entity';
import { ForumFailure, hadNoEffect, SettingsChanged } from './forum-failure';
import type { ForumTurn } from './forum-turn';
import * as queries from './forums.queries';

/** Accounts that are looked up before those who were found are added, so that a run that is cut off has done something. */
const LOOK_UPS = 5;
/** Accounts in a request. */
const BATCH = 50;
/** Seconds before the next look-up of an account that was not found, by the number of look-ups. Then weekly. */
const PAUSES = [60, 300, 1_800, 7_200, 21_600, 86_400, 86_400];
const LAST_PAUSE = 7 * 86_400;
/** Seconds before members are tried again whom the forum does not let this service add or remove. */
const REFUSED_PAUSE = 1_800;

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

/** A place for which the forum has an account that is not in the group. */
interface Found {
  readonly customerId: number;
  readonly groupNumber: number;
  readonly userNumber: number;
  readonly tries: number;
  /** Whether this service has added the account before, or may have. */
  readonly isOurs: boolean;
}
type Place = Pick<Found, 'customerId' | 'groupNumber'>;

/** Puts members into groups of a forum, and takes them out. */
export class ForumPlaces {
  /** @param reserved requests that look-ups leave to others */
  constructor(
    private readonly turn: ForumTurn,
    private readonly reserved: number,
  ) {}

  /** Takes members out of groups to which this service has added them. Others who are not entitled are left alone. */
  async remove(changes: readonly queries.Change[]): Promise<void> {
    const isOurs = ({ state }: queries.Change) => state === 'adding' || state === 'added';
    await this.deletePlaces(changes.filter((one) => !isOurs(one)).map(({ placeId }) => placeId!));
    for (const [group, places] of grouped(changes.filter(isOurs), ({ groupNumber }) => groupNumber))
      for (const batch of slices(places, BATCH)) await this.removeBatch(group, batch);
  }

  private async removeBatch(group: number, batch: readonly queries.Change[]): Promise<void> {
    // A member alone may need a look-up after the request.
    if (this.turn.refusing.has(group) || !this.turn.mayAsk(batch.length === 1 ? 1 : 0)) return;
    const users = batch.map(({ userNumber }) => userNumber!);
    const outcome = await this.turn.change('DELETE', group, users);
    if (outcome === null) return;
    if (outcome === 'refused' && batch.length > 1) {
      for (const one of batch) await this.removeBatch(group, [one]);
      return;
    }
    // Otherwise the account was deleted, or has left the group.
    if (outcome === 'refused' && (await this.isIn(group, batch[0]))) return this.putOff(batch[0]);
    if (outcome === 'no_group') await this.turn.loseGroup(group);
    if (outcome === 'done') this.turn.removed += batch.length;
    await this.deletePlaces(batch.map(({ placeId }) => placeId!));
  }

  private async isIn(group: number, { customerId, userNumber }: queries.Change): Promise<boolean> {
    const account = await this.turn.ask(this.turn.api.account(customerId));
    return account?.id === userNumber && account.groups.includes(group);
  }

  /** Looks up accounts of members, and adds them to the groups in which they are not. */
  async find(changes: readonly queries.Change[]): Promise<void> {
    const members = [...grouped(changes, ({ customerId }) => customerId)];
    for (const some of slices(members, LOOK_UPS)) {
      const found: Found[] = [];
      for (const [customer, all] of some) {
        const places = all.filter(({ groupNumber }) => !this.turn.refusing.has(groupNumber));
        const groups = new Set([...found, ...places].map(({ groupNumber }) => groupNumber));
        const former = places.filter(({ state }) => state === 'adding');
        if (!this.turn.mayAsk(this.reserved + groups.size + former.length)) break;
        if (places.length === 0) continue;
        const account = await this.turn.ask(this.turn.api.account(customer));
        for (const place of places) {
          const one = await this.settled(place, account);
          if (one !== null) found.push(one);
        }
      }
      for (const [group, accounts] of grouped(found, ({ groupNumber }) => groupNumber))
        for (const batch of slices(accounts, BATCH)) await this.add(group, batch);
    }
  }

  /** Stores what a look-up has shown. Not null: the account is still to be added. */
  private async settled(place: queries.Change, account: ForumAccount | null): Promise<Found | null> {
    const { groupNumber, customerId, tries } = place;
    const isOfOther = place.state === 'adding' && place.userNumber !== account?.id;
    if (isOfOther && !(await this.takeOut(groupNumber, place.userNumber!))) return null;
    const isOurs = place.state === 'adding' && !isOfOther;
    if (account === null) await this.storeUnknown(place, place.again ? 0 : tries);
    else if (!account.groups.includes(groupNumber))
      return { groupNumber, customerId, tries, isOurs, userNumber: account.id };
    // Otherwise it was not there before this service began to add it.
    else await this.store(place, isOurs ? 'added' : 'by_hand', account.id);
    return null;
  }

  /** Takes an account out that the member does not have any more. False: it may still be there. */
  private async takeOut(group: number, user: number): Promise<boolean> {
    if (this.turn.refusing.has(group)) return false;
    const outcome = await this.turn.change('DELETE', group, [user]);
    if (outcome === 'no_group') await this.turn.loseGroup(group);
    if (outcome === 'done') this.turn.removed += 1;
    return outcome === 'done' || outcome === 'refused';
  }

  private async add(group: number, batch: readonly Found[]): Promise<void> {
    if (this.turn.refusing.has(group) || !this.turn.mayAsk()) return;
    const places: number[] = [];
    for (const one of batch) places.push(await this.store(one, 'adding', one.userNumber));
    const added = places.filter((_, at) => !batch[at].isOurs);
    const users = batch.map(({ userNumber }) => userNumber);
    const outcome = await this.turn.change('PUT', group, users).catch(async (error: unknown) => {
      if (hadNoEffect(error)) await this.giveUp(added, 0);
      throw error;
    });
    if (outcome === 'done') {
      this.turn.added += batch.length;
      await this.turn.db.run(queries.STORE_ADDED, { ...this.turn.key, places, now: this.turn.now() });
      return;
    }
    await this.giveUp(added, outcome === null ? REFUSED_PAUSE : 0);
    if (outcome === 'no_group') await this.turn.loseGroup(group);
    if (outcome !== 'refused') return;
    if (batch.length > 1) for (const one of batch) await this.add(group, [one]);
    // Somebody else was faster, or the account was deleted: the next look-up shows it.
    else if (!batch[0].isOurs) await this.storeUnknown(batch[0], batch[0].tries);
  }

  /** Stores that accounts were certainly not added, so that whom somebody else adds is not taken for ours. */
  private async giveUp(places: readonly number[], pause: number): Promise<void> {
    if (places.length === 0) return;
    const now = this.turn.now();
    const again = { ...this.turn.key, places, now, nextTryAt: secondsAfter(now, pause) };
    await this.turn.db.run(queries.STORE_NOT_ADDED, again);
  }

  /** Has a member tried again later whom the forum does not let go. */
  private async putOff({ placeId }: queries.Change): Promise<void> {
    const nextTryAt = secondsAfter(this.turn.now(), REFUSED_PAUSE);
    await this.turn.db.run(queries.PUT_OFF, { ...this.turn.key, place: placeId!, nextTryAt });
    this.turn.failure ??= new ForumFailure('refused');
  }

  private async storeUnknown(place: Place, tries: number): Promise<void> {
    await this.store(place, 'unknown', null, tries + 1, PAUSES.at(tries) ?? LAST_PAUSE);
  }

  /** @returns the id of the place @throws SettingsChanged */
  private async store(
    { customerId: customer, groupNumber: group }: Place,
    state: PlaceState,
    user: number | null,
    tries = 0,
    pause = 0,
  ): Promise<number> {
    const { key, forum, db } = this.turn;
    const now = this.turn.now();
    const place = { ...key, revision: forum.revision, group, customer, user, state, tries, now };
    const stored = await db.first(queries.STORE_PLACE, { ...place, nextTryAt: secondsAfter(now, pause) });
    if (!stored) throw new SettingsChanged();
    this.turn.hasProgress ||= state !== 'adding';
    return stored.id;
  }

  private async deletePlaces(places: readonly number[]): Promise<void> {
    if (places.length === 0) return;
    await this.turn.db.run(queries.DELETE_PLACES, { ...this.turn.key, places });
    this.turn.hasProgress = true;
  }
}
