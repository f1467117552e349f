import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { SecurityEventRow } from '#platform/audit';
import type { ClubRow, ClubRows } from '../items/club-rows';
import { numberOf, rangeEnd, rangeStart } from '../items/filters';
import type { ListPage, ListQuery } from '../items/list-query';
import { StaffAudit } from './staff-audit.entity';
import type { StaffViewer } from '../staff-viewer';
import { WORKING_ELSEWHERE } from '../people/staff-people.queries';
import { StaffWorkService } from '../staff-work.service';
import type { AuditRecord, SecurityEventRecord } from './dto/records.answers';

/** The filters of audits. */
export const AUDIT_FILTERS = [
  'staff_id',
  'action',
  'subject_type',
  'subject_id',
  'customer_id',
  'from',
  'to',
] as const;
/** The filters of security events. */
export const EVENT_FILTERS = ['action', 'from', 'to'] as const;

/** Filters that compare a column, by their names. */
const EQUAL: Readonly<Record<string, string>> = {
  staff_id: 'staffId',
  action: 'action',
  subject_type: 'subjectType',
  subject_id: 'subjectId',
  customer_id: 'customerId',
};

/** The records of what staff did, and of security events. All lists throw Problem (400) for a wrong filter. */
@Injectable()
export class StaffRecordsService {
  constructor(
    private readonly work: StaffWorkService,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /** What staff did in the fan club. */
  audits(viewer: StaffViewer, query: ListQuery): Promise<ListPage<AuditRecord>> {
    return this.work.read(viewer, async (rows) => {
      const [data, total] = await pageFrom(rows.select(StaffAudit as Entity<StaffAudit>, 'row'), query);
      return { data: data.map(printed), total };
    });
  }

  /** The security events of the fan club, and those of the people who work there. */
  securityEvents(viewer: StaffViewer, query: ListQuery): Promise<ListPage<SecurityEventRecord>> {
    return this.work.read(viewer, async (rows) => {
      const events = rows.manager.createQueryBuilder(SecurityEventRow, 'row').where(OF_CLUB, viewer.scope);
      const [data, total] = await pageFrom(events, query);
      const isOwn = await ownEvents(rows, viewer, data);
      return {
        data: data.map((event) => {
          const { id, at, actorKind, actorId, action, target, reason, network } = event;
          return {
            id,
            at: at.toISOString(),
            actor: actorId === null ? actorKind : `${actorKind}:${actorId}`,
            action,
            target,
            reason,
            network: isOwn(event) ? network : null,
          };
        }),
        total,
      };
    });
  }

  /** What staff did with people and keys of the organization as a whole. */
  async organizationAudits(
    { scope: { organizationId } }: StaffViewer,
    query: ListQuery,
  ): Promise<ListPage<AuditRecord>> {
    const rows = this.dataSource.manager
      .createQueryBuilder(StaffAudit, 'row')
      .where('row.organizationId = :organizationId AND row.fanclubId IS NULL', { organizationId });
    const [data, total] = await pageFrom(rows, query);
    return { data: data.map(printed), total };
  }
}

/** The security events of a fan club, and those of the people who work there, such as their log-ins. */
const OF_CLUB = `(row.fanclubId = :fanclubId OR row.fanclubId IS NULL AND row.actorKind = 'staff' AND EXISTS (
  SELECT FROM staff_roles r WHERE r.staff_id = row.actorId AND r.organization_id = :organizationId
    AND (r.fanclub_id = :fanclubId OR r.fanclub_id IS NULL)))`;

/**
 * Which events are in the scope of an owner, who sees their networks: those of the fan club, and those of people who work only in
 * scopes of this owner. Other roles see none.
 */
async function ownEvents(
  { statements }: ClubRows,
  viewer: StaffViewer,
  events: readonly SecurityEventRow[],
): Promise<(event: SecurityEventRow) => boolean> {
  if (viewer.reach('audit.networks') === null) return () => false;
  const ids = events.flatMap(({ fanclubId, actorId }) =>
    fanclubId === null && actorId !== null ? [actorId] : [],
  );
  const found = await statements.rows(WORKING_ELSEWHERE, { ids, owner: viewer.person.id });
  const elsewhere = new Set(found.map(({ id }) => id));
  return ({ fanclubId, actorId }) => fanclubId !== null || (actorId !== null && !elsewhere.has(actorId));
}

const printed = (row: StaffAudit): AuditRecord => ({
  id: row.id,
  at: row.at.toISOString(),
  staff_id: row.staffId,
  key_name: row.keyName,
  action: row.action,
  subject_type: row.subjectType,
  subject_id: row.subjectId,
  customer_id: row.customerId,
  before: row.before,
  after: row.after,
});

/** An entity whose rows may also belong to an organization; of a fan club, only its own are selected. */
type Entity<E> = new () => E & ClubRow;

/** @throws Problem (400) */
function pageFrom<E extends { id: number }>(
  list: SelectQueryBuilder<E>,
  { page, perPage, sort, ids, filters }: ListQuery,
): Promise<[E[], number]> {
  for (const [name, value] of Object.entries(filters)) {
    const column = EQUAL[name];
    if (column === undefined) continue;
    if (name.endsWith('_id')) numberOf(name, value);
    list.andWhere(`row.${column} = :${name}`, { [name]: value });
  }
  const { from, to } = filters;
  if (from !== undefined) list.andWhere('row.at >= :from', { from: rangeStart('from', from) });
  if (to !== undefined) list.andWhere('row.at < :to', { to: rangeEnd('to', to) });
  if (ids !== null) list.andWhere('row.id = ANY (:ids)', { ids });
  return list
    .orderBy('row.id', sort.descending ? 'DESC' : 'ASC')
    .skip((page - 1) * perPage)
    .take(perPage)
    .getManyAndCount();
}
