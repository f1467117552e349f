import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { Cells } from '#libs/csv';
import { isoUtc } from '#libs/format';
import { Sql, type Statements } from '#platform/database';
import {
  type ClubRows,
  everyWord,
  idsOfPage,
  type ListPage,
  type ListQuery,
  type ListRules,
  type StaffViewer,
  StaffWorkService,
  invalidRequest,
} from '#platform/staff';
import { Contact } from '../contact.entity';
import { MEMBER_OF } from '../held-contacts';
import { type AddresseeRow, CONTACTS_APART, OPTED_IN_MEMBERS, type Scope } from './contacts.queries';
import type { ContactAnswer } from './dto/contact.answer';

export const CONTACT_LIST = { sort: ['-id', 'email'], filters: ['confirmed'] } satisfies ListRules;

const SORT = { email: 'lower(contact.email)' };

export const EXPORT_HEADINGS = [
  'kind',
  'id',
  'email',
  'first_name',
  'last_name',
  'opt_in_source',
  'opt_in_at',
];

/** The rows that an export holds in memory. */
const PAGE = 1_000;

/** The contact list, as staff see it. */
@Injectable()
export class StaffContactsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly sql: Sql,
  ) {}

  /** A page of contacts, which is recorded; `q` has numbers and parts of addresses and names. @throws Problem (400) */
  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<ReturnType<typeof contactShape>>> {
    const page = await this.work.read(viewer, async (rows) => {
      const { ids, ...total } = await idsOfPage(rows, searched(rows, query), query, SORT);
      const found = await rows.find(Contact, { id: Any([...ids]) });
      const byId = new Map(found.map((row) => [row.id, row]));
      return { data: ids.flatMap((id) => byId.get(id) ?? []).map(contactShape), ...total };
    });
    const entry = { action: 'contacts.listed', subject: { type: 'contact', id: null } } as const;
    return this.work.recordList(viewer, entry, query, page);
  }

  /** @throws Problem (404) */
  one(viewer: StaffViewer, id: number): Promise<ContactAnswer> {
    return this.work.read(viewer, async (rows) => {
      const contact = contactShape(await rows.one(Contact, id));
      const found = await rows.statements.first(MEMBER_OF, { fanclub: viewer.fanclubId, contact: id });
      return { ...contact, member_id: found?.member ?? null };
    });
  }

  /**
   * The addresses of a scope by id, read as the file is sent. Of contacts alone, those of the list with the same query. The export is recorded
   * before it starts, with its filters.
   * @throws Problem (400)
   */
  async export(viewer: StaffViewer, scope: Scope, query: ListQuery): Promise<AsyncIterable<Cells>> {
    const { q, ids, filters } = query;
    const isFiltered = q !== null || ids !== null || Object.keys(filters).length > 0;
    if (scope !== 'confirmed' && isFiltered)
      throw invalidRequest('Only the export of contacts follows the filters of the list: scope=confirmed.');
    await this.work.change(viewer, (change) => {
      // Refuses a faulty filter before the file begins.
      searched(change, query);
      // Not the words, which may be a name or an address.
      const filtered = { ...filters, searched: q !== null, ...(ids !== null && { ids: ids.length }) };
      const after = { scope, ...(isFiltered && filtered) };
      change.audit({ action: 'contacts.exported', subject: { type: 'contact', id: null }, after });
      return Promise.resolve();
    });
    return scope === 'confirmed' ? this.listed(viewer, query) : addressees(this.sql, viewer.fanclubId, scope);
  }

  /** The ids are read once, so that the filter is not applied again for each page. */
  private async *listed(viewer: StaffViewer, query: ListQuery): AsyncGenerator<Cells> {
    const ids = await this.work.read(viewer, async (rows) => {
      const confirmed = searched(rows, query).andWhere('contact.confirmed_at IS NOT NULL');
      if (query.ids !== null) confirmed.andWhere('contact.id = ANY (:ids)', { ids: query.ids });
      const found = await confirmed
        .select('contact.id', 'id')
        .orderBy('contact.id')
        .getRawMany<{ id: string | number }>();
      return found.map(({ id }) => Number(id));
    });
    for (let start = 0; start < ids.length; start += PAGE) {
      const page = ids.slice(start, start + PAGE);
      const contacts = await this.work.read(viewer, (rows) => rows.find(Contact, { id: Any(page) }));
      for (const { listsOptInSource: source, confirmedAt: since, ...contact } of contacts.sort(byId))
        yield cellsOf('contact', { ...contact, source, since });
    }
  }
}

const byId = (one: Contact, other: Contact): number => one.id - other.id;

async function* addressees(
  db: Statements,
  fanclub: number,
  scope: Exclude<Scope, 'confirmed'>,
): AsyncGenerator<Cells> {
  if (scope === 'both')
    yield* pages('contact', (after) => db.rows(CONTACTS_APART, { fanclub, after, limit: PAGE }));
  yield* pages('member', (after) => db.rows(OPTED_IN_MEMBERS, { fanclub, after, limit: PAGE }));
}

async function* pages(
  kind: 'contact' | 'member',
  read: (after: number) => Promise<AddresseeRow[]>,
): AsyncGenerator<Cells> {
  let rows: AddresseeRow[];
  let after = 0;
  do {
    rows = await read(after);
    for (const row of rows) {
      yield cellsOf(kind, row);
      after = row.id;
    }
  } while (rows.length === PAGE);
}

function cellsOf(
  kind: 'contact' | 'member',
  { id, email, firstName, lastName, source, since }: AddresseeRow,
): Cells {
  return {
    kind,
    id: String(id),
    email,
    first_name: firstName ?? '',
    last_name: lastName ?? '',
    opt_in_source: source ?? '',
    opt_in_at: since ? isoUtc(since) : '',
  };
}

function contactShape(row: Contact) {
  return {
    id: row.id,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    birthdate: row.birthdate,
    lists_opt_in_source: row.listsOptInSource,
    confirmed: row.confirmedAt !== null,
    confirmed_at: row.confirmedAt && isoUtc(row.confirmedAt),
    custom_fields: row.customFields,
    created_at: isoUtc(row.createdAt),
  };
}

function searched(rows: ClubRows, { q, filters }: ListQuery) {
  const query = rows.select(Contact, 'contact');
  const { confirmed } = filters;
  if (confirmed !== undefined) {
    if (confirmed !== 'true' && confirmed !== 'false')
      throw invalidRequest('confirmed must be true or false.');
    query.andWhere(`contact.confirmed_at IS ${confirmed === 'true' ? 'NOT NULL' : 'NULL'}`);
  }
  return everyWord(query, q, {
    number: (param) => [`contact.id = :${param}`],
    text: (param) => [
      `lower(concat_ws(' ', contact.email, contact.first_name, contact.last_name)) LIKE :${param}`,
    ],
  });
}
