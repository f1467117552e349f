import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { type Cells, joinList } from '#libs/csv';
import { isoUtc } from '#libs/format';
import { Sql, statement, type Statements, types } from '#platform/database';
import { type StaffViewer, StaffWorkService } from '#platform/staff';
import { FIND_MEMBERS, type MemberRow } from './members.queries';

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

/** The ids of members by id, after an id. */
export const NEXT_MEMBERS = statement('members.next', {
  params: { fanclub: types.bigint, after: types.bigint, limit: types.bigint },
  row: { id: types.bigint },
  text: `SELECT id FROM customers WHERE fanclub_id = $fanclub AND id > $after AND erased_at IS NULL ORDER BY id LIMIT $limit`,
});

/** All members as a CSV file. */
@Injectable()
export class MembersExportService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  /** All members by id, read as the file is sent. The export is recorded before it starts. */
  async rows(viewer: StaffViewer): Promise<AsyncIterable<Cells>> {
    await this.work.change(viewer, (change) => {
      change.audit({ action: 'members.exported', subject: { type: 'member', id: null } });
      return Promise.resolve();
    });
    return all(this.sql, viewer.fanclubId, this.clock.now());
  }
}

async function* all(db: Statements, fanclub: number, now: Date): AsyncGenerator<Cells> {
  let ids: number[];
  let after = 0;
  do {
    ids = (await db.rows(NEXT_MEMBERS, { fanclub, after, limit: PAGE })).map(({ id }) => id);
    const rows = await db.rows(FIND_MEMBERS, { fanclub, ids, now });
    for (const row of rows.sort((one, other) => one.id - other.id)) yield cellsOf(row);
    after = ids.at(-1) ?? after;
  } while (ids.length === PAGE);
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
