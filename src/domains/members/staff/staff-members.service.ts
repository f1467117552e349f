import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isoUtc } from '#libs/format';
import { SENT_MAILS_OF } from '#platform/mail';
import {
  type ClubRows,
  idsOfPage,
  type ListPage,
  type ListQuery,
  etagOf,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
  notFound,
} from '#platform/staff';
import {
  type MemberFacts,
  FIND_MEMBERS,
  MEMBER_AUDITS,
  MEMBER_ENTRIES,
  MEMBER_ORDERS,
  MEMBER_QUEUED,
  MEMBER_SESSIONS,
  MEMBER_SHIPPING,
  MEMBER_SUBSCRIPTIONS,
  type MemberRow,
} from './members.queries';
import type { NoteOfMember } from './dto/member.answers';
import { MEMBER_NOTES } from './member-notes.queries';
import { MemberIssuesService } from './member-issues.service';
import { MEMBER_SORT, searchedMembers } from './member-search';
import { type Audience, memberEditable, memberItem, memberPage } from './member.serializer';

/** What staff see of members. */
@Injectable()
export class StaffMembersService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly clock: Clock,
    private readonly issues: MemberIssuesService,
  ) {}

  /** A page of members, which is recorded unless it is masked. @throws Problem (400) */
  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<ReturnType<typeof memberItem>>> {
    const now = this.clock.now();
    const audience = audienceOf(viewer);
    const page = await this.work.read(viewer, async (rows) => {
      const searched = searchedMembers(rows, query, { masked: audience === 'masked', now });
      const { ids, ...total } = await idsOfPage(rows, searched, query, MEMBER_SORT);
      const found = await membersOf(rows, ids, now);
      return { data: found.map((row) => memberItem(row, audience)), ...total };
    });
    const entry = { action: 'members.listed', subject: { type: 'member', id: null } } as const;
    return audience === 'masked' ? page : this.work.recordList(viewer, entry, query, page);
  }

  /** The page of a member. The look is recorded once an hour. @throws Problem (404) */
  async one(viewer: StaffViewer, id: number): Promise<StaffAnswer> {
    const facts = await this.factsOf(viewer, id);
    const audience = audienceOf(viewer);
    if (audience === 'full') await this.work.recordRead(viewer, id);
    const page = memberPage(facts, audience, this.clock.now());
    // The digest of a name and a birth date could be guessed.
    return new StaffAnswer(page, audience === 'full' ? { etag: etagOf(memberEditable(facts.row)) } : {});
  }

  private factsOf(viewer: StaffViewer, id: number): Promise<MemberFacts> {
    return this.work.read(viewer, async (rows) => {
      const row = await memberOf(rows, id, this.clock.now());
      const { statements } = rows;
      const asked = { fanclub: rows.fanclubId, customer: id };
      return {
        row,
        subscriptions: await statements.rows(MEMBER_SUBSCRIPTIONS, asked),
        queued: await statements.rows(MEMBER_QUEUED, asked),
        orders: await statements.rows(MEMBER_ORDERS, asked),
        shipping: (await statements.first(MEMBER_SHIPPING, asked))!,
        entries: await statements.rows(MEMBER_ENTRIES, asked),
        sessions: await statements.rows(MEMBER_SESSIONS, asked),
        audits: await statements.rows(MEMBER_AUDITS, asked),
        issues: await this.issues.of(rows, viewer, row),
        mails: await statements.rows(SENT_MAILS_OF, asked),
        notes: await notesOf(rows, viewer, id),
      };
    });
  }
}

/** The notes about a member, if the person may read them. */
async function notesOf(
  { statements, fanclubId: fanclub }: ClubRows,
  viewer: StaffViewer,
  customer: number,
): Promise<NoteOfMember[]> {
  const reach = viewer.reach('members.notes');
  if (reach === null) return [];
  const notes = await statements.rows(MEMBER_NOTES, { fanclub, customer });
  return notes.map(({ id, at, text, staffId, staffName }) => ({
    id,
    at: isoUtc(at),
    by: staffName,
    text,
    deletable: reach === 'full' || staffId === viewer.person.id,
  }));
}

/** The view that the role has of members. */
export const audienceOf = (viewer: StaffViewer): Audience =>
  viewer.reach('members.read') === 'full' ? 'full' : 'masked';

/** The members of these ids, in their order. */
export async function membersOf(rows: ClubRows, ids: readonly number[], now: Date): Promise<MemberRow[]> {
  const found = await rows.statements.rows(FIND_MEMBERS, { fanclub: rows.fanclubId, ids: [...ids], now });
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** @throws Problem (404) */
export async function memberOf(rows: ClubRows, id: number, now: Date): Promise<MemberRow> {
  const [row] = await membersOf(rows, [id], now);
  if (!row) throw notFound();
  return row;
}
