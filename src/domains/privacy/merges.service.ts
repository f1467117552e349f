import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { Statements } from '#platform/database';
import { erasePersonRows, keysOfPerson, movePersonRows, type PersonKeys } from '#platform/erasure';
import { Mails } from '#platform/mail';
import { accountMerges, type AccountPair, type AccountToMerge } from '#domains/accounts';
import { excludeDoubleEntries, moveEntries, prizesAtStake } from '#domains/contests';
import { moveOrders, parcelsToOtherAddress } from '#domains/orders';
import { isEnteringCard, movePayer } from '#domains/payments';
import { moveCodes } from '#domains/presale-codes';
import { moveMemberships, remainingTerms } from '#domains/subscriptions';
import { digestsOf } from './addresses';
import { mergedTables, type MergedTable, mergeObstacles } from './merge.rules';
import { OPEN_PAYMENTS } from './merges.queries';
import { MergeRefused, NobodyToMerge } from './privacy.errors';

/** Merges two accounts of one person: everything moves to one of them, and the other one stays empty, as after an erasure. */
@Injectable()
export class MergesService {
  constructor(
    private readonly mails: Mails,
    private readonly clock: Clock,
  ) {}

  /**
   * The numbers of rows of both, and why they cannot be merged now, as sentences. Locks both.
   * @throws NobodyToMerge
   */
  async compare(tx: Statements, pair: AccountPair): Promise<Compared> {
    const held = await this.hold(tx, pair);
    const before = await this.keys(tx, pair, addressesOf(held.from), addressesOf(held.into));
    return {
      held,
      before,
      obstacles: await this.obstacles(tx, pair, held),
      tables: mergedTables({ before, after: before, voided: new Map() }),
    };
  }

  /**
   * Merges `from` into `into`, for good.
   * @param compared what {@link compare} has returned in the same transaction
   * @returns what became of each row of `from`
   * @throws NobodyToMerge, MergeRefused
   */
  async merge(tx: Statements, pair: AccountPair, compared: Compared): Promise<MergedTable[]> {
    const { held, before } = compared;
    const [first, ...others] = compared.obstacles;
    if (first !== undefined) throw new MergeRefused([first, ...others]);
    const voided = await this.move(tx, pair, held.from);
    const gained = held.from.confirmed ? addressesOf(held.from) : held.from.aliases;
    const after = await this.keys(tx, pair, [], [...addressesOf(held.into), ...gained]);
    return mergedTables({ before, after, voided });
  }

  private async hold(tx: Statements, pair: AccountPair): Promise<Held> {
    const held = await accountMerges.hold(tx, pair);
    if (!held) throw new NobodyToMerge();
    return held;
  }

  private async obstacles(tx: Statements, pair: AccountPair, held: Held): Promise<string[]> {
    const payments = await tx.rows(OPEN_PAYMENTS, { ...pair });
    return mergeObstacles({
      ...held,
      payments,
      prizes: await prizesAtStake(tx, pair),
      parcels: await parcelsToOtherAddress(tx, pair),
      isEnteringCard: await isEnteringCard(tx, pair.fanclub, pair.from),
    });
  }

  private async keys(
    tx: Statements,
    { fanclub, from, into }: AccountPair,
    ofFrom: readonly string[],
    ofInto: readonly string[],
  ): Promise<{ readonly from: PersonKeys; readonly into: PersonKeys }> {
    const now = this.clock.now();
    const keysOf = (person: number, addresses: readonly string[]) => {
      const digests = digestsOf(this.mails, { addresses, newEmail: null });
      return keysOfPerson(tx, { fanclub, person, now, ...digests });
    };
    return { from: await keysOf(from, ofFrom), into: await keysOf(into, ofInto) };
  }

  /** @returns the rows that are void, because `into` has one that is alike */
  private async move(tx: Statements, pair: AccountPair, from: AccountToMerge): Promise<PersonKeys> {
    const { fanclub, from: person, into } = pair;
    const now = this.clock.now();
    const isMember = (await remainingTerms(tx, fanclub, into, now)).length > 0;
    await accountMerges.moveIdentity(tx, pair, from, { isMember, now });
    await moveOrders(tx, pair);
    await moveMemberships(tx, pair, now);
    const card = await movePayer(tx, pair, now);
    const voided = {
      payment_methods: card === null ? [] : [card],
      presale_codes: await moveCodes(tx, pair, now),
      contest_entries: await moveEntries(tx, pair),
    };
    await movePersonRows(tx, { fanclub, person, into });
    // An unconfirmed address may be somebody else's: nothing leads to it any more.
    const lost = {
      addresses: from.confirmed || from.email === null ? [] : [from.email],
      newEmail: from.newEmail,
    };
    await erasePersonRows(tx, { fanclub, person, now, ...digestsOf(this.mails, lost) });
    await excludeDoubleEntries(tx, pair, now);
    await accountMerges.mark(tx, pair, now);
    return new Map(Object.entries(voided).map(([table, ids]) => [table, ids.map(String)]));
  }
}

/** Both accounts before a merge, under their locks. */
export interface Compared {
  readonly held: Held;
  readonly before: { readonly from: PersonKeys; readonly into: PersonKeys };
  readonly obstacles: readonly string[];
  readonly tables: readonly MergedTable[];
}

type Held = NonNullable<Awaited<ReturnType<typeof accountMerges.hold>>>;

/** The current address of an account, and its former ones. */
const addressesOf = ({ email, aliases }: AccountToMerge): string[] => [
  ...(email === null ? [] : [email]),
  ...aliases,
];
