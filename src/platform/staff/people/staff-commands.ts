import { SystemClock } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { operatorOf, recordByCommand } from '#platform/audit';
import type { Config } from '#platform/config';
import { type RowOf, type Sql, statement, types } from '#platform/database';
import { Mails } from '#platform/mail';
import { notHeldSql } from '#platform/tenants/fanclub.entity';
import { FORGET_FACTORS } from './invitations.queries';
import { mailStaffLink } from './mail-staff-link';
import type { Role } from '../permissions';
import { END_STAFF_SESSIONS } from '../login/staff-sessions.queries';
import { STAFF_BY_EMAIL } from './staff.queries';

/** The organization of a name, and a fan club of it by one of its keys. */
export const FIND_SCOPE = statement('staff.find_scope', {
  params: { organization: types.text, key: types.text.orNull },
  row: { organizationId: types.bigint, fanclubId: types.bigint.orNull },
  text: `
    SELECT o.id AS "organizationId",
      (SELECT f.id FROM fanclub_keys k JOIN fanclubs f ON f.id = k.fanclub_id
       WHERE k.key = $key AND f.organization_id = o.id AND k.revoked_at IS NULL) AS "fanclubId"
    FROM organizations o WHERE o.name = $organization`,
});

/** All people of the staff with their roles. */
export const LIST_STAFF = statement('staff.list', {
  row: {
    email: types.text,
    name: types.text,
    organization: types.text.orNull,
    fanclub: types.text.orNull,
    role: types.textOf<Role>().orNull,
    disabledAt: types.timestamptz.orNull,
  },
  text: `
    SELECT p.email, p.name, o.name AS organization, f.name AS fanclub, r.role, p.disabled_at AS "disabledAt"
    FROM staff p
    LEFT JOIN staff_roles r ON r.staff_id = p.id
    LEFT JOIN organizations o ON o.id = r.organization_id
    LEFT JOIN fanclubs f ON f.id = r.fanclub_id
    ORDER BY lower(p.email), o.name, f.name NULLS FIRST, r.id`,
});

/** A person of the staff with one of their roles. */
export type ListedStaff = RowOf<typeof LIST_STAFF>;

/** Lists all people of the staff. */
export const listStaff = (db: Sql): Promise<ListedStaff[]> => db.rows(LIST_STAFF, {});

/** Whom the operator invites. */
export interface OperatorsInvitation {
  readonly email: string;
  readonly organization: string;
  /** A key of a fan club of the organization; null: all of its fan clubs. */
  readonly key: string | null;
  readonly role: Role;
}

/** Mails an invitation and returns its link; null if there is no such organization or fan club. */
export function inviteStaff(
  db: Sql,
  config: Config,
  { email, organization, key, role }: OperatorsInvitation,
): Promise<string | null> {
  const now = new SystemClock().now();
  const mails = new Mails(new Sealer(config.encryptionKeys), config);
  return db.transaction(async (tx) => {
    const scope = await tx.first(FIND_SCOPE, { organization, key });
    if (!scope || (key !== null && scope.fanclubId === null)) return null;
    const fanclub = scope.fanclubId === null ? null : { id: scope.fanclubId };
    await recordByCommand(tx, now, operatorOf(fanclub), { action: 'staff.invited' });
    return mailStaffLink(tx, { config, mails, now }, { email, scope, role, staffId: null });
  });
}

/**
 * Locks a person out, or lets them in again. No row if there is no such person. Links of held fan clubs cannot be deleted, but no link
 * of a person who is locked out works.
 */
export const SET_DISABLED = statement('staff.set_disabled', {
  params: { email: types.text, at: types.timestamptz.orNull },
  row: { id: types.bigint },
  text: `
    WITH links AS (
      DELETE FROM staff_tokens t
      WHERE lower(email) = lower($email) AND $at::timestamptz IS NOT NULL AND ${notHeldSql('t.fanclub_id')}
    )
    UPDATE staff SET disabled_at = $at, updated_at = now() WHERE lower(email) = lower($email) RETURNING id`,
});

/**
 * Locks a person out at once, everywhere: sessions end, links stop working; or lets them in again. Roles stay.
 * @returns false if there is no such person
 */
export function disableStaff(db: Sql, email: string, disabled: boolean): Promise<boolean> {
  const now = new SystemClock().now();
  return db.transaction(async (tx) => {
    const person = await tx.first(SET_DISABLED, { email, at: disabled ? now : null });
    if (!person) return false;
    await tx.run(END_STAFF_SESSIONS, { staff: person.id, now, except: null });
    const action = disabled ? 'staff.disabled' : 'staff.enabled';
    await recordByCommand(tx, now, operatorOf(null), { action, target: `staff:${person.id}` });
    return true;
  });
}

/** A scope in which a person has a role. */
export const SCOPE_OF_STAFF = statement('staff.scope_of', {
  params: { staff: types.bigint },
  row: { organizationId: types.bigint, fanclubId: types.bigint.orNull, role: types.textOf<Role>() },
  text: `
    SELECT organization_id AS "organizationId", fanclub_id AS "fanclubId", role FROM staff_roles
    WHERE staff_id = $staff ORDER BY fanclub_id NULLS FIRST, id LIMIT 1`,
});

/** Logs a person out, removes how they log in, mails a link to set it up again, and returns it; null if there is no such person, or without a role. */
export function resetStaff(db: Sql, config: Config, email: string): Promise<string | null> {
  const now = new SystemClock().now();
  const mails = new Mails(new Sealer(config.encryptionKeys), config);
  return db.transaction(async (tx) => {
    const person = await tx.first(STAFF_BY_EMAIL, { email });
    const found = person && (await tx.first(SCOPE_OF_STAFF, { staff: person.id }));
    if (!found) return null;
    const { role, ...scope } = found;
    const fanclub = scope.fanclubId === null ? null : { id: scope.fanclubId };
    const target = `staff:${person.id}` as const;
    await recordByCommand(tx, now, operatorOf(fanclub), { action: 'staff.reset', target });
    await tx.run(END_STAFF_SESSIONS, { staff: person.id, now, except: null });
    await tx.run(FORGET_FACTORS, { staff: person.id });
    return mailStaffLink(
      tx,
      { config, mails, now },
      { email: person.email, scope, role, staffId: person.id },
    );
  });
}
