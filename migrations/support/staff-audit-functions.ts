import type { QueryRunner } from 'typeorm';
import { schemaOf } from './schema-of';

/** Lets the body change staff_audits. The caller's setting is put back, because the transaction may go on. */
const maintained = (body: string): string => `
  DECLARE
    callers text := current_setting('fanclub.staff_audits', true);
    changed bigint;
  BEGIN
    PERFORM set_config('fanclub.staff_audits', 'maintained', true);
    ${body}
    GET DIAGNOSTICS changed = ROW_COUNT;
    PERFORM set_config('fanclub.staff_audits', coalesce(callers, ''), true);`;

/**
 * Creates or replaces the functions that change staff_audits with the owner's rights. They have no clause
 * `SET fanclub.staff_audits`, because only superusers may create a function with it, also in pg_restore.
 * @param condition a further one for the rows that are purged: `AND …`
 */
export async function replaceStaffAuditFunctions(db: QueryRunner, condition = ''): Promise<void> {
  const schema = await schemaOf(db);
  const asOwner = `LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp`;
  // The digests stay, so that the chain can still be verified.
  const scrub = `
    UPDATE staff_audits SET before = NULL, after = NULL
    WHERE fanclub_id = club AND customer_id = customer AND (before IS NOT NULL OR after IS NOT NULL);`;
  await db.query(`
    CREATE OR REPLACE FUNCTION scrub_staff_audits(club bigint, customer bigint) RETURNS bigint ${asOwner} AS $$
      ${maintained(scrub)}
        RETURN changed;
      END
    $$`);
  // Removes rows from the front of each chain and keeps the last removed value, which the next row continues.
  const purge = `
    RETURN QUERY WITH old AS (
      SELECT id, organization_id, fanclub_id, position, chain FROM staff_audits
      WHERE at < now() - make_interval(months => greatest(months, 3)) ${condition} ORDER BY id LIMIT most
    ), heads AS (
      UPDATE staff_audit_chains c SET first_position = o.position, first_chain = o.chain
      FROM (SELECT DISTINCT ON (organization_id, fanclub_id) * FROM old ORDER BY organization_id, fanclub_id, position DESC) o
      WHERE c.organization_id = o.organization_id AND c.fanclub_id IS NOT DISTINCT FROM o.fanclub_id
        AND c.first_position < o.position
    )
    DELETE FROM staff_audits WHERE id IN (SELECT id FROM old) RETURNING id;`;
  await db.query(`
    CREATE OR REPLACE FUNCTION purge_staff_audits(most integer, months integer) RETURNS SETOF bigint ${asOwner} AS $$
      ${maintained(purge)}
      END
    $$`);
}
