import { Injectable } from '@nestjs/common';
import type { Cells } from '#libs/csv';
import { Published } from '#platform/published';
import {
  conflict,
  type ListPage,
  type ListQuery,
  type ListRules,
  notFound,
  pageOf,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import { Contest } from '../contest.entity';
import { ContestWinner } from '../contest-draw.entity';
import { WinnersService } from '../winners.service';
import { winnerShape } from './draw.rules';
import type { WinnerOfContest } from './dto/draw.answers';
import { LIST_WINNERS } from './staff-draws.queries';

export const WINNER_LIST = { sort: ['rank', 'id'], filters: ['state'] } satisfies ListRules;

export const WINNER_HEADINGS = [
  ...['rank', 'entry', 'member', 'first_name', 'last_name', 'birthdate', 'prize', 'state'],
  ...['confirm_by', 'decided_at'],
];

/** The winners of contests, as staff see and export them. */
@Injectable()
export class StaffWinnersService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly winners: WinnersService,
    private readonly published: Published,
  ) {}

  /** Everybody who was selected, which is recorded unless it is masked. @throws Problem (404) */
  async list(viewer: StaffViewer, contest: number, query: ListQuery): Promise<ListPage<WinnerOfContest>> {
    const masked = viewer.reach('entries.read') !== 'full';
    const shown = await this.work.read(viewer, async (rows) => {
      await rows.one(Contest, contest);
      const found = await rows.statements.rows(LIST_WINNERS, { fanclub: rows.fanclubId, contest });
      const all = found.map((row) => winnerShape(row, masked));
      return pageOf(all, query, ({ first_name, last_name }) => (masked ? [] : [first_name, last_name]));
    });
    const entry = { action: 'winners.listed', subject: { type: 'contest', id: contest } } as const;
    return masked ? shown : this.work.recordList(viewer, entry, query, shown);
  }

  /** Takes the prize of a winner away, whether confirmed or not, and selects the next alternate. @throws Problem (404, 409) */
  async forfeit(viewer: StaffViewer, contest: number, winner: number | null, reason: string): Promise<void> {
    const club = await this.published.byId(viewer.fanclubId);
    if (!club || winner === null) throw notFound();
    await this.work.change(viewer, async (change) => {
      const [place] = await change.find(ContestWinner, { id: winner, contestId: contest });
      if (!place) throw notFound();
      const forfeited = await this.winners.forfeit(change.statements, club, contest, {
        winner,
        from: ['selected', 'confirmed'],
        cause: 'staff',
        reason,
      });
      if (!forfeited) throw conflict('The prize is forfeited already.');
      const { before: state, customerId } = forfeited;
      change.audit({
        action: 'winner.forfeited',
        subject: { type: 'contest_entry', id: place.entryNumber },
        // Erased with the customer, whom the reason may describe.
        ...(customerId !== null && { customerId }),
        before: { state },
        after: { contest, rank: place.rank, reason },
      });
    });
  }

  /** Writes to a winner who has not answered again. @throws Problem (404, 409) */
  async mail(viewer: StaffViewer, contest: number, winner: number | null): Promise<void> {
    const club = await this.published.byId(viewer.fanclubId);
    if (!club || winner === null) throw notFound();
    await this.work.change(viewer, async (change) => {
      const [place] = await change.find(ContestWinner, { id: winner, contestId: contest });
      if (!place) throw notFound();
      const mailed = await this.winners.mailAgain(change.statements, club, contest, winner);
      if (!mailed) throw conflict(NOT_WAITING);
      const { customerId, entryId, rank } = mailed;
      change.audit({
        action: 'winner.mailed',
        subject: { type: 'contest_entry', id: entryId },
        ...(customerId !== null && { customerId }),
        after: { contest, rank },
      });
    });
  }

  /** The winners with the names and birthdates of their entries, as a file. @throws Problem (404) */
  export(viewer: StaffViewer, contest: number): Promise<Cells[]> {
    return this.work.change(viewer, async (change) => {
      await change.one(Contest, contest);
      const { statements, fanclubId: fanclub } = change;
      const rows = await statements.rows(LIST_WINNERS, { fanclub, contest });
      const subject = { type: 'contest', id: contest } as const;
      change.audit({ action: 'winners.exported', subject, after: { count: rows.length } });
      return rows
        .map((row) => winnerShape(row, false))
        .map((row) => ({
          rank: String(row.rank),
          entry: String(row.entry_id),
          member: String(row.member_id ?? ''),
          first_name: row.first_name ?? '',
          last_name: row.last_name ?? '',
          birthdate: row.birthdate ?? '',
          prize: row.prize,
          state: row.state,
          confirm_by: row.confirm_by,
          decided_at: row.decided_at ?? '',
        }));
    });
  }
}

const NOT_WAITING =
  'Only winners who can still answer get the mail again: this one has answered, is late, or cannot win any more.';
