import { Injectable } from '@nestjs/common';
import type { Cells } from '#libs/csv';
import { isoUtc } from '#libs/format';
import { notFound, type StaffViewer, StaffWorkService } from '#platform/staff';
import { ENTRIES_TO_FREEZE, FROZEN, LEFT_OUT, LOCK_CONTEST } from './staff-draws.queries';

export const ENTRY_HEADINGS = ['entry', 'in_list', 'cause', 'reason', 'excluded_by', 'excluded_at'];

/** The list from which a contest is drawn, as staff export it. */
@Injectable()
export class ContestListsService {
  constructor(private readonly work: StaffWorkService) {}

  /** The entries of the list and those that are left out, by number: as fixed, or as they are now if the contest is not closed. @throws Problem (404) */
  export(viewer: StaffViewer, contest: number): Promise<Cells[]> {
    return this.work.change(viewer, async (change) => {
      const key = { fanclub: change.fanclubId, contest };
      // Nobody closes it between the reads.
      if (!(await change.statements.first(LOCK_CONTEST, key))) throw notFound();
      const frozen = await change.statements.first(FROZEN, key);
      const { entries } = frozen ?? (await change.statements.first(ENTRIES_TO_FREEZE, key))!;
      const leftOut = await change.statements.rows(LEFT_OUT, key);
      const after = {
        closed: frozen !== null,
        entries: entries.length,
        left_out: frozen?.leftOut ?? leftOut.length,
      };
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
