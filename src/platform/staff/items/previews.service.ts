import { customerColumns, customerJoins, customerRow, customerOf, Viewer } from '#platform/access';
import { statement, types, Sql } from '#platform/database';
import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Clock } from '#libs/clock';
import { instantOf } from '#libs/format';
import { Problem } from '#libs/problem';
import { parseId } from '#libs/validation';
import { Published } from '#platform/published';
import { described } from '../described-parameter';
import { PROBLEMS, notFound, invalidRequest } from '../staff-problems';
import type { StaffViewer } from '../staff-viewer';
import { StaffWorkService } from '../staff-work.service';

/** A member with the subscription that is active at `$now`. */
export const FIND_MEMBER_AS_OF = statement('staff.member_as_of', {
  params: { fanclub: types.bigint, customer: types.bigint, now: types.timestamptz },
  row: { ...customerRow, blacklisted: types.boolean },
  text: `
    SELECT ${customerColumns}, c.blacklisted
    FROM customers c
    ${customerJoins}
    WHERE c.fanclub_id = $fanclub AND c.id = $customer`,
});

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
  /** Who looks. */
  readonly staff: StaffViewer;
  readonly viewer: Viewer;
  readonly now: Date;
  /** The page of a list. */
  readonly page: number;
}

const AT = ApiQuery({ name: 'at', required: false, schema: { type: 'string', format: 'date-time' } });

/** The query `as=visitor` or `as=member:3`, `at=` an instant, and `page`. @throws Problem (400) */
export const PreviewOf = createParamDecorator(
  (_: unknown, context: ExecutionContext): PreviewWanted =>
    previewQuery(context.switchToHttp().getRequest<FastifyRequest>().query as Record<string, unknown>),
  [
    described(
      ApiQuery({
        name: 'as',
        required: false,
        schema: { type: 'string', description: '`visitor`, or `member:` and an id.' },
      }),
      AT,
      ApiQuery({ name: 'page', required: false, schema: { type: 'integer', minimum: 1, default: 1 } }),
    ),
  ],
);

/** See {@link PreviewOf}. */
export function previewQuery(query: Readonly<Record<string, unknown>>): PreviewWanted {
  const { as = 'visitor', at, page = '1', ...others } = query;
  refuseOthers(others, 'as, at and page');
  const memberId = typeof as === 'string' && as.startsWith('member:') ? parseId(as.slice(7)) : null;
  if (as !== 'visitor' && memberId === null)
    throw invalidRequest('as must be visitor, or member: with an id.');
  const instant = timeOf(at);
  if (typeof page !== 'string' || !/^[1-9]\d{0,5}$/.test(page))
    throw invalidRequest('page must be a number from 1.');
  return { memberId, at: instant, page: Number(page) };
}

/** The query `at=` alone; null: now. @throws Problem (400) */
export const PreviewAt = createParamDecorator(
  (_: unknown, context: ExecutionContext): Date | null => {
    const { at, ...others } = context.switchToHttp().getRequest<FastifyRequest>().query as Record<
      string,
      unknown
    >;
    refuseOthers(others, 'at');
    return timeOf(at);
  },
  [described(AT)],
);

function refuseOthers(others: object, known: string): void {
  const unknown = Object.keys(others).at(0);
  if (unknown !== undefined) throw invalidRequest(`There is no parameter ${unknown}; known: ${known}.`);
}

function timeOf(at: unknown): Date | null {
  if (at === undefined) return null;
  const instant = typeof at === 'string' ? instantOf(at) : null;
  if (instant === null) throw invalidRequest('at must be a time such as 2027-01-01T00:00:00Z.');
  return instant;
}

/**
 * Lets staff see what the public API answers to anybody at any time. No session is created. The content is the current one; only time
 * and the member's subscriptions differ. A member's answer is personal, so the look is recorded.
 */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly published: Published,
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly work: StaffWorkService,
  ) {}

  /** @throws Problem (403 for a member if the person may not see members, 404) */
  async open(staff: StaffViewer, { memberId, at, page }: PreviewWanted): Promise<Preview> {
    const now = at ?? this.clock.now();
    const fanclub = await this.published.byId(staff.fanclubId);
    if (!fanclub) throw notFound();
    const { source } = staff;
    if (memberId === null) return { staff, viewer: new Viewer({ fanclub, source }), now, page };
    if (staff.reach('members.read') === null) throw new Problem(PROBLEMS.notAllowed);
    const found = await this.sql.first(FIND_MEMBER_AS_OF, { fanclub: fanclub.id, customer: memberId, now });
    if (!found) throw notFound();
    await this.work.recordRead(staff, memberId);
    // Blacklisted members have no sessions, so the API answers them as visitors. The id of no session is 0.
    const visit = found.blacklisted ? null : { sessionId: 0, orderId: null, customer: customerOf(found) };
    return { staff, viewer: new Viewer({ fanclub, source, visit }), now, page };
  }
}
