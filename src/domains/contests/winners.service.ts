import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo } from '#platform/access';
import { Sql, type Statements } from '#platform/database';
import { Mails } from '#platform/mail';
import { ClubHosts, hostedLink } from '#platform/tenants';
import { digestOf, LinkExpired, SealedLinks } from '#platform/tokens';
import type { ForfeitCause, WinnerState } from './contest-draw.entity';
import {
  ADD_WINNERS,
  type Candidate,
  CANDIDATES,
  CONFIRM,
  FIND_WINNER,
  FORFEIT,
  FORFEIT_DUE,
  type Forfeited,
  HOLD_DRAWN,
  MARK_ENTRIES,
  PLACES,
  RECORD_MAILS,
  type Winner,
} from './winners.queries';
import { nextPlaces, timeInZone } from './winners.rules';

const HOUR = 3_600_000;

/** The fan club of a contest, with the zone in which its mails write times. */
export type ClubOfDraw = Pick<FanclubInfo, 'id' | 'timeZone'>;

/** The outcome of draws: who is asked to confirm, who confirms or forfeits, and which alternate follows. */
@Injectable()
export class WinnersService {
  constructor(
    private readonly sql: Sql,
    private readonly mails: Mails,
    private readonly links: SealedLinks,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /** The place that a mailed link opens. @throws LinkExpired also if the address has changed, or staff took the place away */
  async byLink({ id: fanclub }: Pick<FanclubInfo, 'id'>, token: string): Promise<Winner> {
    const [id, digest] = this.links.open('contest-win', fanclub, token) ?? [];
    const winner =
      id === undefined ? null : await this.sql.first(FIND_WINNER, { fanclub, winner: Number(id) });
    if (!winner?.email || digestOf(winner.email) !== digest || !winner.canWin) throw new LinkExpired();
    return winner;
  }

  /**
   * Writes to a winner again, at the present address. Links of earlier mails work as long as the address is the same.
   * @returns null if no such place of the contest waits for an answer
   */
  async mailAgain(tx: Statements, club: ClubOfDraw, contest: number, id: number): Promise<Winner | null> {
    await tx.first(HOLD_DRAWN, { fanclub: club.id, contest });
    const winner = await tx.first(FIND_WINNER, { fanclub: club.id, winner: id });
    if (winner?.contestId !== contest || !this.isOpen(winner) || !winner.canWin) return null;
    const { contestName, prizeName, confirmBy } = winner;
    await this.ask(tx, club, { name: contestName, confirmBy }, [{ ...winner, prize: prizeName }]);
    return winner;
  }

  /** Whether the winner can still answer. */
  isOpen({ state, confirmBy }: Winner): boolean {
    return state === 'selected' && confirmBy >= this.clock.now();
  }

  /** Accepts a prize. @returns whether it was in time; false also if it was decided before */
  confirm({ id: fanclub }: ClubOfDraw, { id: winner }: Winner): Promise<boolean> {
    const now = this.clock.now();
    return this.sql.transaction(async (tx) => {
      const decided = await tx.first(CONFIRM, { fanclub, winner, now });
      if (!decided) return false;
      await tx.run(MARK_ENTRIES, { fanclub, contest: decided.contestId, ranks: [decided.rank], now });
      return true;
    });
  }

  /** Declines a prize, so that the next alternate is asked. @returns whether it was undecided before */
  async decline(fanclub: ClubOfDraw, { id, contestId }: Winner): Promise<boolean> {
    return this.sql.transaction(async (tx) => {
      const forfeited = await this.forfeit(tx, fanclub, contestId, {
        winner: id,
        from: ['selected'],
        cause: 'declined',
        reason: null,
      });
      return forfeited !== null;
    });
  }

  /**
   * Takes a place away and selects the next alternate.
   * @returns what it was; null: the place is in none of these states
   */
  async forfeit(
    tx: Statements,
    club: ClubOfDraw,
    contest: number,
    place: { winner: number; from: readonly WinnerState[]; cause: ForfeitCause; reason: string | null },
  ): Promise<Forfeited | null> {
    const fanclub = club.id;
    const now = this.clock.now();
    await tx.first(HOLD_DRAWN, { fanclub, contest });
    const forfeited = await tx.first(FORFEIT, { fanclub, ...place, now });
    if (!forfeited) return null;
    await tx.run(MARK_ENTRIES, { fanclub, contest, ranks: [forfeited.rank], now });
    await this.select(tx, club, contest);
    return forfeited;
  }

  /** Forfeits what was not confirmed in time or cannot be won any more, and selects alternates. @returns how many forfeited */
  settle(club: ClubOfDraw, contest: number): Promise<number> {
    const fanclub = club.id;
    const now = this.clock.now();
    return this.sql.transaction(async (tx) => {
      await tx.first(HOLD_DRAWN, { fanclub, contest });
      const ranks = (await tx.rows(FORFEIT_DUE, { fanclub, contest, now })).map(({ rank }) => rank);
      await tx.run(MARK_ENTRIES, { fanclub, contest, ranks, now });
      await this.select(tx, club, contest);
      return ranks.length;
    });
  }

  /**
   * Selects the next entries of the ranking for all prizes that are free, each with a mail. Who cannot win is passed over with a
   * forfeited place. Alternates are only selected until the end that staff have set.
   */
  async select(tx: Statements, club: ClubOfDraw, contest: number): Promise<void> {
    const key = { fanclub: club.id, contest };
    const now = this.clock.now();
    const draw = await tx.first(HOLD_DRAWN, key);
    if (!draw) return;
    const { prizes, count, alternatesUntil, confirmHours } = draw;
    const confirmBy = new Date(now.getTime() + confirmHours * HOUR);
    const first = prizes.reduce((sum, { winners }) => sum + winners, 0);
    // Each round selects at least one rank, of which there are finitely many.
    for (;;) {
      const next = nextPlaces(prizes, await tx.rows(PLACES, key));
      const isOver = next.rank > first && alternatesUntil !== null && alternatesUntil < now;
      if (next.prizes.length === 0 || next.rank > count || isOver) return;
      const to = next.rank + next.prizes.length - 1;
      const found = await tx.rows(CANDIDATES, { ...key, from: next.rank, to });
      const added = await tx.rows(ADD_WINNERS, {
        ...key,
        ranks: found.map(({ rank }) => rank),
        entries: found.map(({ entryId }) => entryId),
        prizes: next.prizes.slice(0, found.length),
        canWin: found.map(({ canWin }) => canWin),
        confirmBy,
        now,
      });
      await tx.run(MARK_ENTRIES, { ...key, ranks: found.map(({ rank }) => rank), now });
      const ids = new Map(added.map(({ rank, id }) => [rank, id]));
      const asked = found.map((candidate, place) => ({
        ...candidate,
        id: ids.get(candidate.rank)!,
        prize: prizes[next.prizes[place]].name,
      }));
      await this.ask(tx, club, { name: draw.name, confirmBy }, asked);
    }
  }

  /** Writes to those who were selected and can win. */
  private async ask(
    tx: Statements,
    club: ClubOfDraw,
    { name, confirmBy }: { name: string; confirmBy: Date },
    asked: readonly Asked[],
  ): Promise<void> {
    const until = timeInZone(confirmBy, club.timeZone);
    const reached = asked.flatMap(({ id, prize, email, firstName, canWin }) => {
      if (email === null || !canWin) return [];
      const token = this.links.seal('contest-win', club.id, [id, digestOf(email)]);
      const link = hostedLink(this.hosts.addressOf(club.id), 'contest-win', token);
      return [
        { id, mail: { to: email, firstName, link, about: id, contest: { name, prize, confirm_by: until } } },
      ];
    });
    const contents = reached.map(({ mail }) => mail);
    const mails = await this.mails.queueAll(tx, club, 'contest_selected', contents);
    const winners = reached.map(({ id }) => id);
    await tx.run(RECORD_MAILS, { fanclub: club.id, winners, mails, now: this.clock.now() });
  }
}

interface Asked extends Pick<Candidate, 'email' | 'firstName' | 'canWin'> {
  /** Of the place. */
  readonly id: number;
  readonly prize: string;
}
