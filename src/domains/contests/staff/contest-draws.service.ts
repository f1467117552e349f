import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { commitmentOf, listHashOf, rankingOf } from '#libs/draw';
import { instantOf } from '#libs/format';
import { Sealer } from '#libs/sealed';
import type { FanclubInfo } from '#platform/access';
import { Published } from '#platform/published';
import {
  type ClubRows,
  conflict,
  invalidField,
  notFound,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import { ClubHosts, hostedDraw } from '#platform/tenants';
import { PLACES } from '../winners.queries';
import { WinnersService } from '../winners.service';
import { drawShape } from './draw.rules';
import type { ContestsToDo, DrawOfContest } from './dto/draw.answers';
import type { CloseBody, DrawBody } from './dto/draw.bodies';
import {
  CLOSE_CONTEST,
  DRAW_FIGURES,
  DRAW_OF_CONTEST,
  ENTRIES_TO_FREEZE,
  FREEZE,
  LEFT_OUT_BY,
  LOCK_CONTEST,
  RECORD_DRAW,
  TO_DRAW,
} from './staff-draws.queries';

/** Hours within which a winner confirms, unless staff say otherwise. */
const CONFIRM_HOURS = 72;

/** Winners of all prizes of a contest. Each gets a mail in the transaction of the draw. */
const MOST_WINNERS = 1_000;

/** Reasons of exclusions that are shown. The list that staff export has all. */
const MOST_REASONS = 20;

/** A closed list, and all that decides its ranking. */
interface ToDraw {
  readonly seed: Buffer;
  readonly entries: readonly number[];
  /** Empty: no public text. */
  readonly beacon: string;
  readonly commitment: string;
  readonly listHash: string;
}

/** Closes and draws contests. */
@Injectable()
export class ContestDrawsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly winners: WinnersService,
    private readonly published: Published,
    private readonly sealer: Sealer,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem (404) */
  one(viewer: StaffViewer, contest: number): Promise<DrawOfContest> {
    return this.work.read(viewer, (rows) => this.shown(rows, viewer, contest));
  }

  /** What waits for staff. */
  toDo(viewer: StaffViewer): Promise<ContestsToDo> {
    return this.work.read(viewer, async ({ statements, fanclubId: fanclub }) => {
      const { toClose, toDraw, toConfirm } = (await statements.first(DRAW_FIGURES, {
        fanclub,
        now: this.clock.now(),
      }))!;
      return { to_close: toClose, to_draw: toDraw, to_confirm: toConfirm };
    });
  }

  /**
   * Freezes the entries of a contest that has ended, and publishes the hash of their list. Waits for entries under way; later ones are
   * refused.
   * @throws Problem (404, 409)
   */
  close(
    viewer: StaffViewer,
    contest: number,
    { beacon_source: announced }: CloseBody,
  ): Promise<DrawOfContest> {
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      const key = { fanclub, contest };
      const found = await statements.first(LOCK_CONTEST, key);
      if (!found) throw notFound();
      const now = this.clock.now();
      const beaconSource = announced?.trim() || null;
      if (found.closedAt) throw conflict('The contest is closed already.');
      if (!found.published) throw conflict(HIDDEN);
      if (now <= found.endsAt)
        throw conflict('The contest has not ended. To end it earlier, change its end first.');
      // Read after the lock, so that it contains every entry that was accepted.
      const { entries, exclusions, hasResults } = (await statements.first(ENTRIES_TO_FREEZE, key))!;
      if (hasResults) throw conflict('The contest has winners already: it was drawn elsewhere.');
      const listHash = listHashOf(contest, entries);
      await statements.run(CLOSE_CONTEST, { ...key, now });
      const frozen = { entries, listHash, exclusions: JSON.stringify(exclusions), beaconSource };
      const isFrozen = await statements.run(FREEZE, { ...key, ...frozen, now });
      if (!isFrozen) throw conflict(NO_COMMITMENT);
      change.audit({
        action: 'contest.closed',
        subject: { type: 'contest', id: contest },
        after: {
          ...{ entries: entries.length, left_out: exclusions.length, list_hash: listHash },
          ...(beaconSource !== null && { beacon_source: beaconSource }),
        },
      });
      return this.shown(change, viewer, contest);
    });
  }

  /** Draws a closed contest once, and writes to the winners. @throws Problem (404, 409, 422) */
  async draw(viewer: StaffViewer, contest: number, body: DrawBody): Promise<DrawOfContest> {
    const now = this.clock.now();
    const until = body.alternates_until == null ? null : instantOf(body.alternates_until);
    if (body.alternates_until != null && (until === null || until <= now))
      throw invalidField('#/alternates_until', 'must be a time in the future, with its offset');
    if (body.prizes.reduce((sum, { winners }) => sum + winners, 0) > MOST_WINNERS)
      throw invalidField('#/prizes', `must not have more than ${MOST_WINNERS} winners in all`);
    const club = await this.clubOf(viewer);
    // Not in the transaction: many entries take seconds, and a waiting transaction is ended.
    const toDraw = await this.drawable(viewer, contest, body.beacon?.trim() ?? '');
    const { entries, seed, beacon, commitment, listHash } = toDraw;
    const ranking = rankingOf(contest, seed, entries, beacon);
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      const key = { fanclub, contest };
      const found = await statements.first(LOCK_CONTEST, key);
      if (!found) throw notFound();
      if (!found.published) throw conflict(HIDDEN);
      const prizes = body.prizes.map(({ name, winners }) => ({ name: name.trim(), winners }));
      const hours = body.confirm_hours ?? CONFIRM_HOURS;
      const isRecorded = await statements.run(RECORD_DRAW, {
        ...key,
        seed: seed.toString('hex'),
        beacon,
        prizes: JSON.stringify(prizes),
        ...{ ranking, commitment, listHash },
        confirmHours: hours,
        alternatesUntil: until,
        now,
      });
      if (!isRecorded) throw conflict(DRAWN);
      await this.winners.select(statements, club, contest);
      change.audit({
        action: 'contest.drawn',
        subject: { type: 'contest', id: contest },
        after: { entries: entries.length, prizes, beacon, confirm_hours: hours, alternates_until: until },
      });
      return this.shown(change, viewer, contest);
    });
  }

  /** What is drawn. @throws Problem (404, 409; 422 without the public text that was announced) */
  private async drawable(viewer: StaffViewer, contest: number, beacon: string): Promise<ToDraw> {
    const key = { fanclub: viewer.fanclubId, contest };
    const found = await this.work.read(viewer, ({ statements }) => statements.first(TO_DRAW, key));
    if (!found) throw notFound();
    const { published, seedSealed, commitment, entries, listHash, beaconSource, drawnAt } = found;
    if (drawnAt) throw conflict(DRAWN);
    if (!published) throw conflict(HIDDEN);
    if (!entries || seedSealed === null || commitment === null || listHash === null)
      throw conflict('Close the contest first.');
    if (entries.length === 0) throw conflict('Nobody takes part in the draw.');
    const seed = Buffer.from(this.sealer.open(seedSealed), 'hex');
    if (commitmentOf(contest, seed) !== commitment)
      throw new Error(`the seed of contest ${contest} is not the committed one`);
    if (beaconSource !== null && beacon === '')
      throw invalidField('#/beacon', `is missing: “${beaconSource}” was announced`);
    return { seed, entries, beacon, commitment, listHash };
  }

  private async clubOf({ fanclubId }: StaffViewer): Promise<FanclubInfo> {
    const club = await this.published.byId(fanclubId);
    if (!club) throw notFound();
    return club;
  }

  private async shown(
    { statements, fanclubId: fanclub }: ClubRows,
    viewer: StaffViewer,
    contest: number,
  ): Promise<DrawOfContest> {
    const key = { fanclub, contest };
    const row = await statements.first(DRAW_OF_CONTEST, key);
    if (!row) throw notFound();
    const places = row.drawnAt ? await statements.rows(PLACES, key) : [];
    const masked = viewer.reach('entries.read') !== 'full';
    const leftOut = await statements.rows(LEFT_OUT_BY, { ...key, masked, reasons: MOST_REASONS });
    const page = hostedDraw(this.hosts.addressOf(fanclub), contest);
    return drawShape(contest, row, { places, leftOut }, { now: this.clock.now(), page });
  }
}

const DRAWN = 'The contest was drawn already. A draw is final.';
const HIDDEN = 'The contest is not published. Publish it first, so that everybody can see each step.';
const NO_COMMITMENT =
  'The contest has no commitment. It gets one within a minute, unless it ended over 30 days ago or has winners already.';
