import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock } from '#libs/clock';
import { instantOf } from '#libs/format';
import { Problem } from '#libs/problem';
import { parseId } from '#libs/validation';
import { customerOf, Viewer } from '#platform/access';
import { Sql } from '#platform/database';
import { Published } from '#platform/published';
import { FIND_MEMBER_AS_OF } from './previews.queries';
import { PROBLEMS } from './staff-problems';
import type { StaffViewer } from './staff-viewer';
import { StaffWork } from './staff-work.service';
import { sends } from './sent';

/** Whose answer staff want to see, and when. */
export interface PreviewWanted {
  /** The id of a member; null: a visitor without a session. */
  readonly memberId: number | null;
  /** Null: now. */
  readonly at: Date | null;
  /** The page of a list. */
  readonly page: number;
}

/** For the services and serializers of the public API: who asks, and when. */
export interface Preview {
  readonly viewer: Viewer;
  readonly now: Date;
}

/** The query `as=visitor` or `as=member:3`, `at=` an instant, and `page`. @throws Problem (400) */
export const PreviewOf = sends(
  'as',
  createParamDecorator((_: unknown, context: ExecutionContext): PreviewWanted =>
    previewQuery(context.switchToHttp().getRequest<FastifyRequest>().query as Record<string, unknown>),
  ),
);

/** See {@link PreviewOf}. */
export function previewQuery(query: Readonly<Record<string, unknown>>): PreviewWanted {
  const { as = 'visitor', at, page = '1', ...others } = query;
  refuseOthers(others, 'as, at and page');
  const memberId = typeof as === 'string' && as.startsWith('member:') ? parseId(as.slice(7)) : null;
  if (as !== 'visitor' && memberId === null) throw refused('as must be visitor, or member: with an id.');
  const instant = timeOf(at);
  if (typeof page !== 'string' || !/^[1-9]\d{0,5}$/.test(page))
    throw refused('page must be a number from 1.');
  return { memberId, at: instant, page: Number(page) };
}

/** The query `at=` alone; null: now. @throws Problem (400) */
export const PreviewAt = sends(
  'at',
  createParamDecorator((_: unknown, context: ExecutionContext): Date | null => {
    const { at, ...others } = context.switchToHttp().getRequest<FastifyRequest>().query as Record<
      string,
      unknown
    >;
    refuseOthers(others, 'at');
    return timeOf(at);
  }),
);

function refuseOthers(others: object, known: string): void {
  const unknown = Object.keys(others).at(0);
  if (unknown !== undefined) throw refused(`There is no parameter ${unknown}; known: ${known}.`);
}

function timeOf(at: unknown): Date | null {
  if (at === undefined) return null;
  const instant = typeof at === 'string' ? instantOf(at) : null;
  if (instant === null) throw refused('at must be a time such as 2027-01-01T00:00:00Z.');
  return instant;
}

/**
 * Lets staff see what the public API answers to anybody at any time. No session is made. Content is as it is now: only what
 * depends on the time and on the member's subscriptions differs. What a member gets is personal, so the look is on record.
 */
@Injectable()
export class Previews {
  constructor(
    private readonly published: Published,
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly work: StaffWork,
  ) {}

  /** @throws Problem (403 for a member if the person may not see members, 404) */
  async open(staff: StaffViewer, { memberId, at }: PreviewWanted): Promise<Preview> {
    const now = at ?? this.clock.now();
    const fanclub = await this.published.byId(staff.fanclubId);
    if (!fanclub) throw new Problem(PROBLEMS.notFound);
    const { source } = staff;
    if (memberId === null) return { viewer: new Viewer({ fanclub, source }), now };
    if (staff.reach('members.read') === null) throw new Problem(PROBLEMS.notAllowed);
    const found = await this.sql.first(FIND_MEMBER_AS_OF, { fanclub: fanclub.id, customer: memberId, now });
    if (!found) throw new Problem(PROBLEMS.notFound);
    await this.work.recordRead(staff, memberId);
    const { blacklisted, ...row } = found;
    // Blacklisted members have no sessions, so the API answers them as visitors. The id of no session is 0.
    const visit = blacklisted ? null : { sessionId: 0, orderId: null, customer: customerOf(row) };
    return { viewer: new Viewer({ fanclub, source, visit }), now };
  }
}

const refused = (detail: string): Problem => new Problem(PROBLEMS.invalidRequest, { detail });
