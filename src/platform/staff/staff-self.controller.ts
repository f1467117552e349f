import { Controller, Get } from '@nestjs/common';
import { Sql, statement, types } from '#platform/database';
import { type Permission, permissionsOf, type Reach, type Role } from './permissions';
import { StaffSelf } from './staff-access';
import { CurrentVisit } from './staff-context';
import type { StaffVisit } from './staff-viewer';

/** The fan clubs in which a person has roles. */
export const CLUBS_OF_STAFF = statement('staff.clubs', {
  params: { staff: types.bigint },
  row: {
    id: types.bigint,
    name: types.text,
    timeZone: types.text,
    currency: types.text,
    organizationId: types.bigint,
    organization: types.text,
    roles: types.json<readonly Role[]>(),
  },
  text: `
    SELECT f.id, f.name, f.time_zone AS "timeZone", f.currency, o.id AS "organizationId", o.name AS organization,
      json_agg(r.role ORDER BY r.id) AS roles
    FROM staff_roles r
    JOIN organizations o ON o.id = r.organization_id
    JOIN fanclubs f ON f.organization_id = o.id AND (r.fanclub_id IS NULL OR r.fanclub_id = f.id)
    WHERE r.staff_id = $staff
    GROUP BY f.id, o.id
    ORDER BY f.name, f.id`,
});

/** A fan club, and what the person may do there. */
interface ClubOfStaff {
  readonly id: number;
  readonly name: string;
  readonly time_zone: string;
  readonly currency: string;
  readonly organization: { readonly id: number; readonly name: string };
  readonly permissions: Partial<Record<Permission, Reach>>;
}

/** The logged-in person, about themselves. */
@Controller('staff/api/me')
export class StaffSelfController {
  constructor(private readonly sql: Sql) {}

  @Get()
  @StaffSelf()
  async me(@CurrentVisit() { person, provedAt }: StaffVisit): Promise<object> {
    const rows = await this.sql.rows(CLUBS_OF_STAFF, { staff: person.id });
    const clubs = rows.map(
      ({ id, name, timeZone, currency, organizationId, organization, roles }): ClubOfStaff => ({
        id,
        name,
        time_zone: timeZone,
        currency,
        organization: { id: organizationId, name: organization },
        permissions: permissionsOf(roles),
      }),
    );
    return { ...person, proved_at: provedAt.toISOString(), clubs };
  }
}
