import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { type Cells, joinList } from '#libs/csv';
import { isoUtc } from '#libs/format';
import { type ListQuery, type StaffViewer, StaffWorkService } from '#platform/staff';
import { searchedMembers } from './member-search';
import type { MemberRow } from './members.queries';
import { membersOf } from './staff-members.service';

export const MEMBER_HEADINGS = [
  'id',
  'email',
  'first_name',
  'last_name',
  'username',
  'birthdate',
  'email_aliases',
  'registered',
  'confirmed_at',
  'blacklisted',
  'invalid_email',
  'lists_opt_in',
  'lists_opt_in_source',
  'lists_opt_in_changed_at',
  'renewals',
  'plan',
  'start_date',
  'end_date',
  'created_at',
];

/** The rows that an export holds in memory. */
const PAGE = 1_000;

/** The members of a list as a CSV file. */
@Injectable()
export class MembersExportService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly clock: Clock,
  ) {}

  /**
   * The members by id, read as the file is sent. The export is recorded before it starts, with its filters.
   * @throws Problem (400)
   */
  async rows(viewer: StaffViewer, query: ListQuery): Promise<AsyncIterable<Cells>> {
    const now = this.clock.now();
    await this.work.change(viewer, (change) => {
      // Refuses a faulty filter before the file begins.
      searchedMembers(change, query, { masked: false, now });
      const { q, ids, filters } = query;
      // Not the words, which may be a name or an address: the record is kept when a member is erased.
      const after = { ...filters, searched: q !== null, ...(ids !== null && { ids: ids.length }) };
      change.audit({ action: 'members.exported', subject: { type: 'member', id: null }, after });
      return Promise.resolve();
    });
    return this.all(viewer, query, now);
  }

  /** The ids are read once, so that the filter is not applied again for each page. */
  private async *all(viewer: StaffViewer, query: ListQuery, now: Date): AsyncGenerator<Cells> {
    const ids = await this.work.read(viewer, async (rows) => {
      const searched = searchedMembers(rows, query, { masked: false, now }).select('member.id', 'id');
      if (query.ids !== null) searched.andWhere('member.id = ANY (:ids)', { ids: query.ids });
      const found = await searched.orderBy('member.id').getRawMany<{ id: string | number }>();
      return found.map(({ id }) => Number(id));
    });
    for (let start = 0; start < ids.length; start += PAGE) {
      const page = ids.slice(start, start + PAGE);
      for (const row of await this.work.read(viewer, (rows) => membersOf(rows, page, now)))
        yield cellsOf(row);
    }
  }
}

const iso = (at: Date | null): string => (at ? isoUtc(at) : '');

function cellsOf(row: MemberRow): Cells {
  return {
    id: String(row.id),
    email: row.email ?? '',
    first_name: row.firstName ?? '',
    last_name: row.lastName ?? '',
    username: row.username ?? '',
    birthdate: row.birthdate ?? '',
    email_aliases: joinList(row.emailAliases),
    registered: String(row.registered),
    confirmed_at: iso(row.confirmedAt),
    blacklisted: String(row.blacklisted),
    invalid_email: String(row.invalidEmail),
    lists_opt_in: String(row.listsOptIn),
    lists_opt_in_source: row.listsOptInSource ?? '',
    lists_opt_in_changed_at: iso(row.listsOptInChangedAt),
    renewals: String(row.renewals),
    plan: row.planName ?? '',
    start_date: iso(row.startDate),
    end_date: iso(row.endDate),
    created_at: isoUtc(row.createdAt),
  };
}
