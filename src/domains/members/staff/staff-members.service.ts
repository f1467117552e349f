import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
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
import { MEMBER_SORT, searchedMembers } from './member-search';
import { type Audience, memberEditable, memberItem, memberPage } from './member.serializer';

/** What staff see of members. */
@Injectable()
export class StaffMembersService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly clock: Clock,
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
      };
    });
  }
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
