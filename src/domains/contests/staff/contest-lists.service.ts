import { Injectable } from '@nestjs/common';
import type { Cells } from '#libs/csv';
import { isoUtc } from '#libs/format';
import { type StaffViewer, StaffWorkService } from '#platform/staff';
import { Contest } from '../contest.entity';
import { ENTRIES_TO_FREEZE, FROZEN, LEFT_OUT } from './staff-draws.queries';

export const ENTRY_HEADINGS = ['entry', 'in_list', 'cause', 'reason', 'excluded_by', 'excluded_at'];

/** The list from which a contest is drawn, as staff export it. */
@Injectable()
export class ContestListsService {
  constructor(private readonly work: StaffWorkService) {}

  /** The entries of the list and those that are left out, by number: as fixed, or as they are now if the contest is not closed. @throws Problem (404) */
  export(viewer: StaffViewer, contest: number): Promise<Cells[]> {
    return this.work.change(viewer, async (change) => {
      await change.one(Contest, contest);
      const key = { fanclub: change.fanclubId, contest };
      const frozen = await change.statements.first(FROZEN, key);
      const { entries } = frozen ?? (await change.statements.first(ENTRIES_TO_FREEZE, key))!;
      const leftOut = await change.statements.rows(LEFT_OUT, key);
      const after = { closed: frozen !== null, entries: entries.length, left_out: leftOut.length };
      change.audit({ action: 'entries.exported', subject: { type: 'contest', id: contest }, after });
      const listed = entries.map((entry) => ({ entry, cells: { ...NOTHING, in_list: 'yes' } }));
      const others = leftOut.map(({ entry, cause, reason, by, at }) => ({
        entry,
        cells: {
          ...{ in_list: 'no', cause, reason: reason ?? '', excluded_by: by ?? '' },
          excluded_at: at ? isoUtc(at) : '',
        },
      }));
      return [...listed, ...others]
        .sort((one, other) => one.entry - other.entry)
        .map(({ entry, cells }) => ({ entry: String(entry), ...cells }));
    });
  }
}

const NOTHING = { cause: '', reason: '', excluded_by: '', excluded_at: '' };
