import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { type FanclubInfo, type LoggedInViewer, Viewer } from '#platform/access';
import {
  isStatementTimeout,
  keepRows,
  type RowOf,
  Sql,
  type Statements,
  violatedUnique,
} from '#platform/database';
import { type MailContent, Mails } from '#platform/mail';
import { ClubHosts, hostedLinkCode } from '#platform/tenants';
import { GIVE_CODES, POOL_WAITING, type POOLS_TO_GIVE } from './giving.queries';
import type { PresaleFacts } from './presale-codes.mails';
import {
  type Claim,
  CLAIM_CODE,
  CLAIM_LAST_CODE,
  CODE_TO_MAIL,
  CODES_OF_CUSTOMER,
  LINK_OF_POOL,
  POOL_OF_CUSTOMER,
  STORE_MAILED,
} from './presale-codes.queries';
import type { Assigner, PresaleCode } from './presale-pool.entity';
import { type ClaimRefusal, refusalOf } from './presale-pool.rules';

/** A viewer's live codes by the ids of their pools. */
export type OwnCodes = ReadonlyMap<number, string>;

/** A pool as a member sees it. */
export interface PoolView extends Pick<
  RowOf<typeof POOL_OF_CUSTOMER>,
  'opensAt' | 'closesAt' | 'instructions'
> {
  /** The member's code. Null: none. */
  readonly code: string | null;
  /** Why the member gets no code. Null: they have one, or can claim one. */
  readonly refusal: ClaimRefusal | null;
}

/** A code that a member got, or why they got none. */
export interface GivenCode extends PoolView {
  /** Null: none. */
  readonly id: number | null;
}

/** Who gets a code of which pool. */
export interface ClaimOf {
  readonly pool: number;
  readonly customer: number;
  readonly by: Assigner;
  /** The ticket link whose page the mail leads to. Null: one of the pool's. */
  readonly link: number | null;
  /** Whether the pool need not be open. */
  readonly anyTime?: boolean;
}

/** A pool of the job's list. */
type PoolToGive = Pick<RowOf<typeof POOLS_TO_GIVE>, 'id' | 'name' | 'instructions'>;

/** The unique keys that decide between simultaneous claims of one member. */
const OWN_RACES = ['uq_presale_codes_live', 'uq_presale_codes_places'];

/** The maximum of attempts at a claim. Each repetition has met another claim of the same member that succeeded. */
const ATTEMPTS = 10;

/** The most codes that one transaction gives. */
const AT_ONCE = 500;

const NONE: OwnCodes = new Map();

/** Gives the codes of presale pools to members, and shows them. */
@Injectable()
export class PresaleCodesService {
  constructor(
    private readonly sql: Sql,
    private readonly mails: Mails,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /** The viewer's live codes. Who reads them decides whether the viewer is entitled now. */
  async codesOf(viewer: Viewer): Promise<OwnCodes> {
    const { customer, fanclub } = viewer;
    if (!customer) return NONE;
    const key = { fanclub: fanclub.id, customer: customer.id };
    const rows = await this.sql.readsFor(viewer).rows(CODES_OF_CUSTOMER, key);
    return new Map(rows.map(({ poolId, code }) => [poolId, code]));
  }

  /** What a member sees of a pool. Claims nothing. Null: no such pool. */
  async view({ fanclub, customer }: LoggedInViewer, pool: number): Promise<PoolView | null> {
    const now = this.clock.now();
    const key = { fanclub: fanclub.id, pool, customer: customer.id, now };
    const found = await this.sql.first(POOL_OF_CUSTOMER, key);
    if (!found) return null;
    const refusal = refusalOf(found, now);
    return { ...found, code: codeFor(found.code, refusal), refusal };
  }

  /** Gives a member a code, or the one that they have, and mails a new one. Null: no such pool or customer. */
  async claim(fanclub: FanclubInfo, asked: ClaimOf): Promise<PoolView | null> {
    return ownRacesRepeated(() => this.sql.transaction((tx) => this.claimIn(tx, fanclub, asked)));
  }

  /**
   * The same as a part of `tx`.
   * @throws Error of a unique key if the member claims at the same time; the transaction must then be repeated
   */
  async claimIn(
    tx: Statements,
    fanclub: Pick<FanclubInfo, 'id' | 'siteUrl'>,
    asked: ClaimOf,
  ): Promise<GivenCode | null> {
    const { pool, customer, by, anyTime = false } = asked;
    const now = this.clock.now();
    const values = { fanclub: fanclub.id, pool, customer, by, anyTime, now };
    const refusal = (claim: Claim): ClaimRefusal | null => {
      const window = anyTime && { opensAt: now, closesAt: null };
      return claim.isNew ? null : refusalOf({ ...claim, isAnyLeft: false, ...window }, now);
    };
    let claim = await tx.first(CLAIM_CODE, values);
    if (claim && refusal(claim) === 'none_left') claim = await tx.first(CLAIM_LAST_CODE, values);
    if (!claim) return null;
    const { code, isNew, email } = claim;
    // A replacement may be given earlier, but nobody may use it before the pool opens.
    if (isNew && code !== null && email !== null && claim.opensAt <= now) {
      const link = await this.mailLink(tx, fanclub, asked);
      await this.mails.queue(tx, fanclub, {
        kind: 'presale_code',
        ...presaleMail({ ...claim, id: claim.id!, email, code, pool: claim.name }, link),
      });
    }
    const refused = refusal(claim);
    return { ...claim, code: codeFor(code, refused), refusal: refused };
  }

  /**
   * Gives codes to all entitled members without one, as long as there are any, in transactions of 500. A claim of one of the members
   * at the same time undoes a transaction; half as many are then tried, so that it gets through. So they are if the database is too
   * busy for a transaction, and then the later ones are not larger either.
   * @param search on the worker's connections, where a statement may take longer than a request waits
   * @returns the number of codes of each transaction
   */
  async *give(
    search: Statements,
    fanclub: FanclubInfo,
    pool: PoolToGive,
    signal: AbortSignal,
  ): AsyncGenerator<number> {
    const key = { fanclub: fanclub.id, pool: pool.id, now: this.clock.now() };
    const waiting = (await search.rows(POOL_WAITING, key)).map(({ customer }) => customer);
    let most = AT_ONCE;
    let size = most;
    while (waiting.length > 0 && !signal.aborted) {
      const next = waiting.splice(0, size);
      try {
        const count = await this.giveTo(fanclub, pool, next);
        yield count;
        // A full batch got nothing: no code is left.
        if (count === 0 && next.length === AT_ONCE) return;
        size = most;
      } catch (error) {
        const isTooSlow = isStatementTimeout(error) && next.length > 1;
        if (!isTooSlow && !isOwnRace(error)) throw error;
        waiting.unshift(...next);
        size = Math.max(1, Math.floor(next.length / 2));
        if (isTooSlow) most = size;
      }
    }
  }

  /** @returns how many of the customers got a code; they are mailed in the same transaction */
  private giveTo(fanclub: FanclubInfo, pool: PoolToGive, customers: readonly number[]): Promise<number> {
    return this.sql.transaction(async (tx) => {
      const now = this.clock.now();
      const given = await tx.rows(GIVE_CODES, { fanclub: fanclub.id, pool: pool.id, customers, now });
      const link = await this.mailLink(tx, fanclub, { pool: pool.id, link: null });
      const mails = given.flatMap(({ email, ...row }) =>
        email === null ? [] : [presaleMail({ ...pool, ...row, email, pool: pool.name }, link)],
      );
      await this.mails.queueAll(tx, fanclub, 'presale_code', mails);
      return given.length;
    });
  }

  /** Queues the mail of a code that a member has. False: they are not entitled now, the pool is not open yet, or no address works. */
  async mailAgain(
    tx: Statements,
    fanclub: Pick<FanclubInfo, 'id' | 'siteUrl'>,
    { id, poolId: pool }: Pick<PresaleCode, 'id' | 'poolId'>,
  ): Promise<boolean> {
    const now = this.clock.now();
    const found = await tx.first(CODE_TO_MAIL, { fanclub: fanclub.id, code: id, now });
    if (!found || found.email === null) return false;
    const link = await this.mailLink(tx, fanclub, { pool, link: null });
    await this.mails.queue(tx, fanclub, {
      kind: 'presale_code',
      ...presaleMail({ ...found, id, email: found.email }, link),
    });
    await tx.run(STORE_MAILED, { fanclub: fanclub.id, code: id, now });
    return true;
  }

  /** Where the mail of a code leads: to the page of a ticket link, or without one to the fan club's site. */
  async mailLink(
    tx: Statements,
    { id, siteUrl }: Pick<FanclubInfo, 'id' | 'siteUrl'>,
    { pool, link }: Pick<ClaimOf, 'pool' | 'link'>,
  ): Promise<string> {
    const found =
      link ?? (await tx.first(LINK_OF_POOL, { fanclub: id, pool, now: this.clock.now() }))?.link ?? null;
    return found === null ? siteUrl : hostedLinkCode(this.hosts.addressOf(id), found);
  }
}

/** The content of the mail with a code. */
export function presaleMail(
  facts: {
    /** Of the code. */
    readonly id: number;
    readonly email: string;
    readonly firstName: string | null;
    readonly pool: string;
    readonly code: string;
    readonly instructions: string | null;
  },
  link: string,
): MailContent & { readonly presale: PresaleFacts } {
  const { id: about, email: to, firstName, pool, code, instructions } = facts;
  const how = instructions === null ? [] : [{ label: 'How to use it', value: instructions }];
  return { to, firstName, link, about, presale: { pool, rows: [{ label: 'Code', value: code }, ...how] } };
}

/** The viewer with other codes than the database has, for {@link PresaleCodesService.codesOf}. */
export function viewerWithCodes(viewer: Viewer, codes: OwnCodes): Viewer {
  const keptRows = new Map(viewer.keptRows);
  const rows = [...codes].map(([poolId, code]) => ({ poolId, code }));
  const key = { fanclub: viewer.fanclub.id, customer: viewer.visit!.customer.id };
  keepRows(keptRows, CODES_OF_CUSTOMER, key, rows);
  return new Viewer({ ...viewer, keptRows });
}

/** A member keeps a code of a presale that is not open yet, or that is no longer theirs to use, but does not see it. */
const codeFor = (code: string | null, refusal: ClaimRefusal | null): string | null =>
  refusal === null ? code : null;

const isOwnRace = (error: unknown): boolean => OWN_RACES.includes(violatedUnique(error) ?? '');

async function ownRacesRepeated<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isOwnRace(error)) throw error;
    }
  }
}
