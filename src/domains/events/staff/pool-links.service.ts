import { Injectable } from '@nestjs/common';
import { isoUtc } from '#libs/format';
import { Clock } from '#libs/clock';
import { Problem } from '#libs/problem';
import { type RowOf, statement, types } from '#platform/database';
import { type ClubRows, PROBLEMS, type StaffViewer, StaffWorkService } from '#platform/staff';
import { ClubHosts, hostedLinkCode } from '#platform/tenants';
import { PresalePool } from '#domains/presale-codes/presale-pool.entity';
import type { LinkOfPool } from './dto/pool-links';

const POOL = { fanclub: types.bigint, pool: types.bigint };

/** The ticket links that a pool has, and those of coming events that it can have. */
export const LINKS_FOR_POOL = statement('staff_events.links_for_pool', {
  params: { ...POOL, now: types.timestamptz },
  row: {
    id: types.bigint,
    name: types.text,
    event: types.bigint,
    title: types.text,
    start: types.timestamptz,
    timeZone: types.text,
    published: types.boolean,
    pool: types.bigint.orNull,
  },
  text: `
    SELECT l.id, l.name, e.id AS event, e.title, e.start, e.time_zone AS "timeZone",
           e.published, l.presale_pool_id AS pool
    FROM ticket_links l JOIN events e ON e.fanclub_id = l.fanclub_id AND e.id = l.event_id
    WHERE l.fanclub_id = $fanclub AND (l.presale_pool_id = $pool OR e.start > $now)
    ORDER BY e.start, e.id, l.position, l.id`,
});

/** Gives a pool to these links, and takes it from its others. */
export const SET_POOL_LINKS = statement('staff_events.set_pool_links', {
  params: { ...POOL, links: types.array(types.bigint), now: types.timestamptz },
  text: `
    UPDATE ticket_links
    SET presale_pool_id = CASE WHEN id = ANY ($links) THEN $pool::bigint END, updated_at = $now
    WHERE fanclub_id = $fanclub AND (id = ANY ($links)) IS DISTINCT FROM (presale_pool_id IS NOT DISTINCT FROM $pool)
      AND (id = ANY ($links) OR presale_pool_id = $pool)`,
});

/** The links of a pool: one pool for all shows of a tour. */
@Injectable()
export class PoolLinksService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /** The links of a pool, and those of coming events. @throws Problem (404) */
  list(viewer: StaffViewer, pool: number): Promise<{ data: LinkOfPool[]; total: number }> {
    return this.work.read(viewer, async (rows) => {
      await rows.one(PresalePool, pool);
      return this.listed(viewer, await this.found(rows, pool));
    });
  }

  /** Sets the links of a pool. A link that has another pool loses it. @throws Problem (404, 422) */
  set(
    viewer: StaffViewer,
    pool: number,
    links: readonly number[],
  ): Promise<{ data: LinkOfPool[]; total: number }> {
    return this.work.change(viewer, async (change) => {
      await change.lock(PresalePool, pool);
      const before = await this.found(change, pool);
      const unknown = links.findIndex((id) => !before.some((link) => link.id === id));
      if (unknown >= 0) {
        const errors = [{ pointer: `#/links/${unknown}`, detail: 'is no link of a coming event' }];
        throw new Problem(PROBLEMS.invalid, { errors });
      }
      const values = { fanclub: change.fanclubId, pool, links: [...links], now: this.clock.now() };
      await change.statements.run(SET_POOL_LINKS, values);
      change.audit({
        action: 'presale_pool.linked',
        subject: { type: 'presale_pool', id: pool },
        before: { links: before.filter((link) => link.pool === pool).map(({ id }) => id) },
        after: { links: [...links] },
      });
      return this.listed(viewer, await this.found(change, pool));
    });
  }

  private listed(
    { fanclubId }: StaffViewer,
    rows: readonly LinkRow[],
  ): { data: LinkOfPool[]; total: number } {
    const pageOf = (link: number): string => hostedLinkCode(this.hosts.addressOf(fanclubId), link);
    return {
      data: rows.map(({ start, timeZone, ...row }) => ({
        ...{ ...row, start: isoUtc(start), time_zone: timeZone },
        page: pageOf(row.id),
      })),
      total: rows.length,
    };
  }

  private found({ statements, fanclubId: fanclub }: ClubRows, pool: number): Promise<LinkRow[]> {
    return statements.rows(LINKS_FOR_POOL, { fanclub, pool, now: this.clock.now() });
  }
}

type LinkRow = RowOf<typeof LINKS_FOR_POOL>;
