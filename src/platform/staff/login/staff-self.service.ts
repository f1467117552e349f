import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { Sql, statement, types } from '#platform/database';
import { permissionsOf, type Role } from '../permissions';
import { staffUrlOf } from '../moved-club';
import type { StaffVisit } from '../staff-viewer';
import type { ClubOfStaff, Me, MovedClub } from './dto/login.answers';

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
    /** The cell that serves it instead; null: this database does. */
    movedTo: types.text.orNull,
  },
  text: `
    SELECT f.id, f.name, f.time_zone AS "timeZone", f.currency, o.id AS "organizationId", o.name AS organization,
      json_agg(r.role ORDER BY r.id) AS roles, f.moved_to AS "movedTo"
    FROM staff_roles r
    JOIN organizations o ON o.id = r.organization_id
    JOIN fanclubs f ON f.organization_id = o.id AND (r.fanclub_id IS NULL OR r.fanclub_id = f.id)
    WHERE r.staff_id = $staff
    GROUP BY f.id, o.id
    ORDER BY f.name, f.id`,
});

/** The logged-in person, about themselves. */
@Injectable()
export class StaffSelfService {
  constructor(
    private readonly sql: Sql,
    private readonly config: Config,
  ) {}

  /** The person, with the fan clubs in which they have roles, and those of them that have moved to other cells. */
  async show({ person, provedAt }: StaffVisit): Promise<Me> {
    const rows = await this.sql.rows(CLUBS_OF_STAFF, { staff: person.id });
    const clubs = rows
      .filter(({ movedTo }) => movedTo === null)
      .map(({ id, name, timeZone, currency, organizationId, organization, roles }): ClubOfStaff => ({
        id,
        name,
        time_zone: timeZone,
        currency,
        organization: { id: organizationId, name: organization },
        permissions: permissionsOf(roles),
      }));
    const moved = rows.flatMap(({ id, name, movedTo }): MovedClub[] =>
      movedTo === null ? [] : [{ id, name, moved_to: movedTo, url: staffUrlOf(this.config, movedTo) }],
    );
    return { ...person, proved_at: provedAt.toISOString(), clubs, moved };
  }
}
