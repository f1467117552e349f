import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '#libs/testing';
import { migrate } from '../../src/platform/database/migrate';
import { asOwner, asServer, TEST_OWNER, TEST_ROLE } from '../support/database-roles';
import { openDataSource } from '../support/data-source';

const REPAIR = 'RepairStaffAuditFunctions1760000051530';
const SUPERUSER = 'fanclub_test_former_owner';

let database: TestDatabase;
let superuser: DataSource;
let owner: DataSource;
let server: DataSource;

beforeEach(async () => {
  database = await createTestDatabase();
  superuser = await openDataSource(database.url);
  owner = await openDataSource(asOwner(database.url));
  server = await openDataSource(asServer(database.url));
});

afterEach(async () => {
  for (const one of [server, owner, superuser]) await one?.destroy();
  await database?.drop();
});

/** The audit rows of one fan club, one of them two years old. */
const AUDITED = `
  INSERT INTO staff_audits (organization_id, fanclub_id, position, at, action, subject_type, customer_id, after, payload_digest, chain)
  SELECT 1, 2, position, at, 'member.changed', 'member', 3, '{}', sha256('p'), sha256('c')
  FROM (VALUES (1, now() - interval '2 years'), (2, now())) rows (position, at)`;

/** The form that version 0.1.0 gave a function, which only a superuser can create. */
const OLD_FORM = ['scrub_staff_audits(bigint, bigint)', 'purge_staff_audits(integer, integer)'].map(
  (name) => `ALTER FUNCTION ${name} SET fanclub.staff_audits = 'maintained'`,
);

const settingsOfFunctions = (): Promise<unknown> =>
  owner.query(`
    SELECT DISTINCT split_part(setting, '=', 1) AS setting FROM pg_proc, unnest(proconfig) AS setting
    WHERE pronamespace = 'public'::regnamespace`);

describe('the owner of docs/operations/database.md', () => {
  it('has migrated the database, and is no superuser and may set no parameters', async () => {
    const [role] = await superuser.query<object[]>(
      `SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication,
              (SELECT count(*)::integer FROM pg_parameter_acl) AS parameters,
              (SELECT count(*)::integer FROM pg_auth_members WHERE member = r.oid) AS memberships
       FROM pg_roles r WHERE rolname = $1`,
      [TEST_OWNER],
    );
    expect(role).toEqual({
      ...{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false },
      ...{ rolreplication: false, parameters: 0, memberships: 0 },
    });
    const owners = await superuser.query<{ owner: string }[]>(
      `SELECT DISTINCT relowner::regrole::text AS owner FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
    );
    expect(owners).toEqual([{ owner: TEST_OWNER }]);
  });

  it('has no function in a dump that only a superuser can restore', async () => {
    expect(await settingsOfFunctions()).toEqual([{ setting: 'search_path' }]);
  });

  it('repairs the functions of a database that a superuser migrated with version 0.1.0', async () => {
    for (const change of OLD_FORM) await superuser.query(change);
    await owner.query('DELETE FROM migrations WHERE name = $1', [REPAIR]);
    expect(await migrate(owner, TEST_ROLE)).toEqual([REPAIR]);
    expect(await settingsOfFunctions()).toEqual([{ setting: 'search_path' }]);
    await owner.query(AUDITED);
    expect(await server.query('SELECT scrub_staff_audits(2, 3)::integer AS rows')).toEqual([{ rows: 2 }]);
    expect(await server.query('SELECT FROM purge_staff_audits(10, 3)')).toHaveLength(1);
  });

  it('migrates a database that another role owned, after the statements of "Another owner"', async () => {
    const page = readFileSync(join(__dirname, '../../docs/operations/database.md'), 'utf8');
    const handOver = /## Another owner[^]*?```sql\n([^]*?)```/.exec(page)?.[1] ?? '';
    const give = (from: string, to: string) =>
      superuser.query(handOver.replaceAll('postgres', from).replaceAll('fanclub_owner', to));
    await superuser.query(`DROP ROLE IF EXISTS ${SUPERUSER}`);
    await superuser.query(`CREATE ROLE ${SUPERUSER} SUPERUSER`);
    try {
      await give(TEST_OWNER, SUPERUSER);
      await owner.query('SELECT').catch(() => undefined);
      await expect(migrate(owner, TEST_ROLE)).rejects.toThrow(
        'Reading the applied migrations failed: permission denied for table migrations. Migrate as the role that owns the database',
      );
      await give(SUPERUSER, TEST_OWNER);
      await owner.undoLastMigration();
      expect(await migrate(owner, TEST_ROLE)).toHaveLength(1);
      const left = await superuser.query(
        `SELECT classid::regclass, objid FROM pg_shdepend WHERE refobjid = '${SUPERUSER}'::regrole AND deptype = 'o'`,
      );
      expect(left).toEqual([]);
    } finally {
      await superuser.query(`REASSIGN OWNED BY ${SUPERUSER} TO ${TEST_OWNER}`);
      await superuser.query(`DROP ROLE ${SUPERUSER}`);
    }
  });
});

describe('the functions that change staff_audits', () => {
  const CHANGE = `UPDATE staff_audits SET action = 'x'`;

  beforeEach(() => owner.query(AUDITED));

  it('protect its rows again for the rest of the transaction', async () => {
    for (const call of ['SELECT scrub_staff_audits(2, 3)', 'SELECT purge_staff_audits(10, 3)']) {
      await expect(
        owner.transaction(async (tx) => {
          await tx.query(call);
          await tx.query(CHANGE);
        }),
      ).rejects.toThrow('rows of staff_audits cannot be changed');
    }
  });

  it('keep the permission of a transaction that had it', async () => {
    await owner.transaction(async (tx) => {
      await tx.query(`SET LOCAL fanclub.staff_audits = 'maintained'`);
      await tx.query('SELECT scrub_staff_audits(2, 3)');
      await tx.query(CHANGE);
    });
  });
});

describe('a migration that fails', () => {
  /** @returns the message, after it is shown to be one line, and not to be followed by a stack */
  const failure = (serverRole: string | null): Promise<string> =>
    migrate(owner, serverRole).then(
      () => 'none',
      (error: Error & { isPlain?: true }) => {
        expect([error.isPlain, error.message.split('\n').length]).toEqual([true, 1]);
        return error.message;
      },
    );

  it('says which one, why, and what to do', async () => {
    await owner.query('DELETE FROM migrations WHERE name = $1', [REPAIR]);
    await superuser.query('ALTER FUNCTION scrub_staff_audits OWNER TO current_user');
    expect(await failure(TEST_ROLE)).toBe(
      `The migration ${REPAIR} failed: must be owner of function scrub_staff_audits. ` +
        'Migrate as the role that owns the database and everything in it (DATABASE_OWNER_URL): docs/operations/database.md, "Roles".',
    );
  });

  it('names the role of the servers that does not exist', async () => {
    expect(await failure('nobody_at_all')).toBe(
      'Granting rights to the role nobody_at_all failed: role "nobody_at_all" does not exist. ' +
        'Create it, or migrate with --create-role: docs/operations/database.md, "Roles".',
    );
  });
});
