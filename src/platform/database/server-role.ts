import type { QueryRunner } from 'typeorm';
import { types } from './sql-types';
import { statement } from './statement';
import type { Statements } from './statements';

/** Tables into which the server only inserts. */
const APPEND_ONLY = ['security_events', 'staff_audits', 'payment_transitions'];
/** What migrations and commands write, and the server only reads. */
const READ_ONLY = ['migrations', 'graphile_worker.migrations', 'cells'];
/** Functions that change append-only tables with the owner's rights. */
const OWNERS_FUNCTIONS = ['purge_security_events', 'scrub_staff_audits', 'purge_staff_audits'];
const QUEUE = 'graphile_worker';
/** The demo bank's. It is there whether the bank runs or not. */
const DEMO_BANK = 'demo_bank';

/** The tables as an SQL list; null for those that do not exist. */
const names = (tables: readonly string[]): string =>
  tables.map((table) => `to_regclass('${table}')`).join(', ');

/** Whether the role has exactly the rights that {@link grantServerRole} grants. `$1` is the role. */
const IS_GRANTED = `
  SELECT coalesce(bool_and(has_table_privilege($1, c.oid, 'SELECT')), false)
         AND NOT has_table_privilege($1, 'security_events', 'UPDATE')
         AND NOT has_table_privilege($1, 'staff_audits', 'UPDATE')
         AND NOT has_table_privilege($1, 'payment_transitions', 'UPDATE')
         AND NOT has_database_privilege($1, current_database(), 'TEMPORARY')
         AND has_function_privilege($1, 'purge_security_events(integer, integer)', 'EXECUTE')
         AND has_function_privilege($1, 'purge_staff_audits(integer, integer)', 'EXECUTE')
         AND has_function_privilege($1, 'scrub_staff_audits(bigint, bigint)', 'EXECUTE') AS granted
  FROM pg_class c
  WHERE c.relkind = 'r' AND c.relnamespace IN (current_schema()::regnamespace, to_regnamespace('${QUEUE}'), to_regnamespace('${DEMO_BANK}'))`;

/** The rights to tables that the own role lacks as the role of a server. */
export const MISSING_RIGHTS = statement('database.missing_rights', {
  row: { right: types.text },
  text: `
    SELECT p.privilege || ' on ' || c.oid::regclass::text AS "right"
    FROM pg_class c CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS p(privilege)
    WHERE c.relkind = 'r' AND c.relnamespace IN (current_schema()::regnamespace, to_regnamespace('${QUEUE}'), to_regnamespace('${DEMO_BANK}'))
      AND NOT (c.oid = ANY (ARRAY[${names(APPEND_ONLY)}]::oid[]) AND p.privilege IN ('UPDATE', 'DELETE'))
      AND NOT (c.oid = ANY (ARRAY[${names(READ_ONLY)}]::oid[]) AND p.privilege <> 'SELECT')
      AND NOT has_table_privilege(c.oid, p.privilege)
    ORDER BY 1`,
});

/** The rights to tables that the role of this connection lacks, such as `INSERT on customers`. */
export async function missingRights(db: Statements): Promise<string[]> {
  return (await db.rows(MISSING_RIGHTS, {})).map(({ right }) => right);
}

/** Tables of the queue with row security but without our policy: only the owner sees their rows. */
const CLOSED_TABLES = `
  SELECT c.oid::regclass::text AS name FROM pg_class c
  WHERE c.relkind = 'r' AND c.relrowsecurity AND c.relnamespace = to_regnamespace('${QUEUE}')
    AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'fanclub')`;

/**
 * Grants a role the rights that a server needs: to read and write rows, to insert into append-only tables and to call the purge
 * function. It may not change the schema. Also revokes the right to create objects from PUBLIC.
 *
 * @param db connected as the owner of the schema
 * @param role an existing role
 * @returns false if the role had all of this already
 */
export async function grantServerRole(db: QueryRunner, role: string): Promise<boolean> {
  const [{ granted }] = (await db.query(IS_GRANTED, [role])) as [{ granted: boolean }];
  if (granted) return false;
  const [names] = (await db.query(
    `SELECT quote_ident($1) AS grantee, quote_ident(current_schema()) AS schema, quote_ident(current_database()) AS database`,
    [role],
  )) as [{ grantee: string; schema: string; database: string }];
  const { grantee, schema, database } = names;
  const schemas = `${schema}, ${QUEUE}, ${DEMO_BANK}`;
  await db.startTransaction();
  try {
    const closed = (await db.query(CLOSED_TABLES)) as { name: string }[];
    for (const statement of [
      `REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`,
      `REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC`,
      `GRANT CONNECT ON DATABASE ${database} TO ${grantee}`,
      `GRANT USAGE ON SCHEMA ${schemas} TO ${grantee}`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schemas} TO ${grantee}`,
      `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schemas} TO ${grantee}`,
      `REVOKE UPDATE, DELETE ON ${APPEND_ONLY.join(', ')} FROM ${grantee}`,
      `REVOKE INSERT, UPDATE, DELETE ON ${READ_ONLY.join(', ')} FROM ${grantee}`,
      `GRANT EXECUTE ON FUNCTION ${OWNERS_FUNCTIONS.join(', ')} TO ${grantee}`,
      // The grants decide who may use these tables; graphile-worker leaves its policies to the installer.
      ...closed.map(({ name }) => `CREATE POLICY fanclub ON ${name} USING (true) WITH CHECK (true)`),
    ])
      await db.query(statement);
    await db.commitTransaction();
  } catch (error) {
    await db.rollbackTransaction();
    throw error;
  }
  return true;
}

/**
 * The role of the servers in the database; null if it is the owner.
 *
 * @param url the address that servers use
 * @param ownerUrl the address that migrations and commands use
 */
export function serverRoleOf(url: string, ownerUrl: string): string | null {
  const [role, owner] = [url, ownerUrl].map((one) => decodeURIComponent(new URL(one).username));
  return role === '' || role === owner ? null : role;
}
