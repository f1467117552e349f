import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { Statements } from '#platform/database';
import { erasePersonRows, keysOfPerson, movePersonRows, type PersonKeys } from '#platform/erasure';
import { Mails } from '#platform/mail';
import { accountMerges, type AccountPair, type AccountToMerge } from '#domains/accounts';
import { contestsAtStake, excludeDoubleEntries, moveEntries } from '#domains/contests';
import { moveOrders } from '#domains/orders';
import { movePayer } from '#domains/payments';
import { moveCodes } from '#domains/presale-codes';
import { moveMemberships } from '#domains/subscriptions';
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
  async compare(
    tx: Statements,
    pair: AccountPair,
  ): Promise<{ readonly obstacles: string[]; readonly tables: MergedTable[] }> {
    const held = await this.hold(tx, pair);
    const before = await this.keys(tx, pair, addressesOf(held.from), addressesOf(held.into));
    return {
      obstacles: await this.obstacles(tx, pair, held),
      tables: mergedTables({ before, after: before, voided: new Map() }),
    };
  }

  /**
   * Merges `from` into `into`, for good.
   * @returns what became of each row of `from`
   * @throws NobodyToMerge, MergeRefused
   */
  async merge(tx: Statements, pair: AccountPair): Promise<MergedTable[]> {
    const held = await this.hold(tx, pair);
    const [first, ...others] = await this.obstacles(tx, pair, held);
    if (first !== undefined) throw new MergeRefused([first, ...others]);
    const before = await this.keys(tx, pair, addressesOf(held.from), addressesOf(held.into));
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
    const { fanclub, from: customer } = pair;
    const payments = await tx.rows(OPEN_PAYMENTS, { fanclub, customer });
    return mergeObstacles({ ...held, payments, prizes: await contestsAtStake(tx, pair) });
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
    await accountMerges.moveIdentity(tx, pair, from, now);
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

type Held = NonNullable<Awaited<ReturnType<typeof accountMerges.hold>>>;

/** The current address of an account, and its former ones. */
const addressesOf = ({ email, aliases }: AccountToMerge): string[] => [
  ...(email === null ? [] : [email]),
  ...aliases,
];
