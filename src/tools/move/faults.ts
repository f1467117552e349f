import type { DataSource } from 'typeorm';
import { schemaVersion, Sql } from '#platform/database';
import {
  CONFLICTS,
  DATABASE_OF_MOVE,
  EQUAL_KEYS,
  KEYS_OF_CLUB,
  LOGGED_TABLES,
  ORGANIZATION_OF_CLUB,
} from './moves.queries';
import { staffOf } from './rows';

/** Why a fan club cannot be moved; empty if it can. @param cells the numbers of the databases */
export async function faultsOf(
  source: DataSource,
  target: DataSource,
  fanclub: number,
  cells: { readonly source: number; readonly target: number },
): Promise<string[]> {
  const [from, to] = [new Sql(source), new Sql(target)];
  const faults: string[] = [];
  if (cells.source === cells.target)
    return [
      `Both databases are cell ${cells.source}. Give the other one a number of its own: fanclub cell init`,
    ];
  for (const [which, db] of [
    ['This', source],
    ['The other', target],
  ] as const) {
    const { missing, unknown } = await schemaVersion(db);
    if (missing.length + unknown.length > 0)
      faults.push(
        `${which} database does not have the schema of this version: ${[...missing, ...unknown].join(', ')}`,
      );
  }
  if (faults.length > 0) return faults;
  const [ours, theirs] = [await from.first(DATABASE_OF_MOVE, {}), await to.first(DATABASE_OF_MOVE, {})];
  if (ours?.walLevel !== 'logical')
    faults.push('This database needs wal_level = logical, and a restart of PostgreSQL');
  if (!ours?.mayReplicate)
    faults.push('The owner of this database needs the right to replicate: ALTER ROLE … REPLICATION');
  if (!theirs?.isSuperuser) faults.push('The role of --to must be a superuser: it creates a subscription');
  const loose = (await from.rows(LOGGED_TABLES, {})).filter(({ isIdentified }) => !isIdentified);
  if (loose.length > 0)
    faults.push(
      `These tables need a replica identity that begins with fanclub_id: ${loose.map(({ name }) => name).join(', ')}`,
    );
  const keys = (await from.rows(KEYS_OF_CLUB, { fanclub })).map(({ key }) => key);
  const equal = await to.rows(EQUAL_KEYS, { fanclub, keys });
  if (equal.length > 0)
    faults.push(`Another fan club there has the key ${equal.map(({ key }) => key).join(', ')}`);
  const staff = await staffOf(source, fanclub);
  const organization = await from.first(ORGANIZATION_OF_CLUB, { fanclub });
  const conflicts = await to.rows(CONFLICTS, {
    ...organization!,
    staff: staff.map(({ id }) => id),
    emails: staff.map(({ email }) => email),
    staffCreatedAt: staff.map(({ createdAt }) => createdAt),
  });
  return [...faults, ...conflicts.map(({ what }) => what)];
}
