import { stat, statfs } from 'node:fs/promises';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { SystemClock } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import type { Config } from '#platform/config';
import {
  countSeals,
  DatabaseUnreachable,
  dataSourceOptions,
  ID_SEQUENCES,
  missingRights,
  OWN_CELL,
  schemaVersion,
  Sql,
} from '#platform/database';
import { heldFanclubs } from '#platform/tenants';
import {
  DATA_DIRECTORY,
  DATABASE_CLOCK,
  DATABASE_FACTS,
  FILE_FACTS,
  JOB_FACTS,
  LOG_FACTS,
} from './database.queries';
import { cellFindings } from './cell.rules';
import {
  clockFindings,
  connectionFindings,
  jobFindings,
  logFindings,
  roleFindings,
  sealFindings,
  schemaFindings,
  serverFindings,
} from './database.rules';
import { holdFindings } from './hold.rules';
import { diskFindings } from './disk.rules';
import { type Finding, problem, warning } from './finding';

/** Limits in milliseconds, so that the command ends even if the database does not answer. */
const LIMITS = {
  poolSize: 1,
  acquireTimeout: 5_000,
  statementTimeout: 30_000,
  queryTimeout: 35_000,
  applicationName: 'fanclub-doctor',
  // It reports that.
  acceptsStandby: true,
};

/** Checks the database with the role of the servers, and its disk with that of the owner. Changes nothing. */
export async function examineDatabase(
  config: Config,
  entities: DataSourceOptions['entities'],
): Promise<readonly Finding[]> {
  const { url, ownerUrl } = config.database;
  const found = await connected(url, entities, 'DATABASE_URL', (db) => examine(db, config));
  if (ownerUrl === url) return found;
  return [...found, ...(await connected(ownerUrl, [], 'DATABASE_OWNER_URL', examineDisk))];
}

async function connected(
  url: string,
  entities: DataSourceOptions['entities'],
  setting: string,
  work: (db: DataSource) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const db = new DataSource({ ...dataSourceOptions(url, LIMITS), entities });
  try {
    await db.initialize();
  } catch (error) {
    const { message } = new DatabaseUnreachable(error);
    const reason = message.slice(message.indexOf(': ') + 2);
    return [
      problem(
        'database',
        `${setting} cannot be reached: ${reason}`,
        'Check the address and password, and that PostgreSQL runs (docs/operations/faults.md#database-lost).',
      ),
    ];
  }
  try {
    return await work(db);
  } catch (error) {
    return [
      problem(
        'database',
        `a check failed: ${(error as Error).message}`,
        'Correct the other problems first, and then repeat the command.',
      ),
    ];
  } finally {
    await db.destroy();
  }
}

async function examine(db: DataSource, config: Config): Promise<readonly Finding[]> {
  const sql = new Sql(db);
  const facts = await sql.first(DATABASE_FACTS, {});
  const log = await sql.first(LOG_FACTS, {});
  if (!facts || !log) throw new Error('The database returned no row.');
  const found = [...serverFindings(facts), ...(await compareClocks(sql)), ...logFindings(log)];
  found.push(...connectionFindings(facts, config));

  const lacking = await missingRights(sql);
  found.push(...roleFindings(facts, lacking));
  if (lacking.length > 0) return found;
  const version = await schemaVersion(db);
  found.push(...schemaFindings(version, db.migrations.length));
  if (version.missing.length > 0) return found;
  const jobs = await sql.first(JOB_FACTS, {});
  if (jobs) found.push(...jobFindings(facts, jobs));
  found.push(...(await missingFiles(sql, config.files.folder)));
  const own = await sql.first(OWN_CELL, {});
  found.push(...cellFindings(own?.number ?? null, await sql.rows(ID_SEQUENCES, {})));
  found.push(...holdFindings(await heldFanclubs(sql)));
  found.push(...sealFindings(await countSeals(db, new Sealer(config.encryptionKeys))));
  return found;
}

/** The folder of files may be missing before the first upload, but not afterwards. */
async function missingFiles(sql: Sql, folder: string): Promise<readonly Finding[]> {
  const isMissing = await stat(folder).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  );
  const count = isMissing ? ((await sql.first(FILE_FACTS, {}))?.inFolder ?? 0) : 0;
  if (count === 0) return [];
  const files = count === 1 ? '1 file of members' : `${count} files of members`;
  const remedy =
    'Check FILES_FOLDER, and whether its volume is mounted or was restored (docs/operations/files.md).';
  return [warning('files', `${folder} does not exist, but should have ${files}`, remedy)];
}

async function compareClocks(sql: Sql): Promise<readonly Finding[]> {
  const clock = new SystemClock();
  const before = clock.now().getTime();
  const there = await sql.first(DATABASE_CLOCK, {});
  const after = clock.now().getTime();
  if (!there) return [];
  const difference = (before + after) / 2 - there.now.getTime();
  return clockFindings(difference / 1000, (after - before) / 2000);
}

/** Only the owner may see the folder, and only the same machine has it. */
async function examineDisk(db: DataSource): Promise<readonly Finding[]> {
  const row = await new Sql(db).first(DATA_DIRECTORY, {}).catch(() => null);
  const space = row && (await statfs(row.directory).catch(() => null));
  return space ? diskFindings('disk of the database', space) : [];
}
