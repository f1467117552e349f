import type { DataSource } from 'typeorm';
import { type RowOf, schemaVersion, Sql } from '#platform/database';
import {
  CONFLICTS,
  EQUAL_KEYS,
  KEYS_OF_CLUB,
  ORGANIZATION_OF_CLUB,
  PROCESSES,
  SERVER_OF_MOVE,
} from './checks.queries';
import { describeBytes } from './describe-bytes';
import { CLUB_OF_MOVE, LOGGED_TABLES } from './moves.queries';
import { sizeOf, staffOf } from './rows';

/** What is checked before a move. */
export interface Checked {
  readonly source: DataSource;
  readonly target: DataSource;
  readonly fanclub: number;
  /** The numbers of the databases. */
  readonly cells: { readonly source: number; readonly target: number };
  /** The name of a process with the keys of the source; see `listenerName`. */
  readonly process: string;
  /** Bytes that are free on the disk of the target; null: unknown. */
  readonly free: number | null;
  /** The rows are being replicated already, so there is room for it. */
  readonly isBegun: boolean;
}

/** The first version of PostgreSQL with publications of some rows of a table. */
const OLDEST = 15;

/** All reasons why a fan club cannot be moved, each with what to do; empty if it can. */
export async function faultsOf(checked: Checked): Promise<string[]> {
  const { source, target, cells } = checked;
  const faults = [...cellFaults(cells), ...(await serverFaults(checked))];
  const schema = [...(await schemaFaults('This', source)), ...(await schemaFaults('The other', target))];
  // Statements for other tables would fail.
  if (schema.length > 0) return [...faults, ...schema];
  return [...faults, ...(await rowFaults(checked)), ...(await diskFaults(checked))];
}

/** Why two databases are no two cells. */
export const cellFaults = (cells: Checked['cells']): string[] =>
  cells.source === cells.target
    ? [`Both databases are cell ${cells.source}. Give the other one a number of its own: fanclub cell init`]
    : [];

async function schemaFaults(which: string, db: DataSource): Promise<string[]> {
  const { missing, unknown } = await schemaVersion(db);
  const lacking = missing.length > 0 ? [`lacks ${missing.join(', ')}. Run fanclub migrate there`] : [];
  const ahead =
    unknown.length > 0
      ? [`has ${unknown.join(', ')} of another version. Use the same version in both cells`]
      : [];
  return [...lacking, ...ahead].map((what) => `${which} database ${what}`);
}

async function serverFaults({ source, target, process, isBegun }: Checked): Promise<string[]> {
  const ours = (await new Sql(source).first(SERVER_OF_MOVE, {}))!;
  const theirs = (await new Sql(target).first(SERVER_OF_MOVE, {}))!;
  const faults = versionFaults(ours.major, theirs.major);
  if (ours.walLevel !== 'logical')
    faults.push('This database needs wal_level = logical, and a restart of PostgreSQL');
  if (!ours.mayReplicate)
    faults.push('The owner of this database needs the right to replicate: ALTER ROLE … REPLICATION');
  if (!isBegun) faults.push(...roomFaults(ours, theirs));
  if (!theirs.isSuperuser)
    return [...faults, 'The role of --to must be a superuser: it creates a subscription'];
  return [...faults, ...(await keyFaults(target, process))];
}

/** @param ours, theirs major versions of PostgreSQL, such as 15 */
export function versionFaults(ours: number, theirs: number): string[] {
  const faults: string[] = [];
  if (ours < OLDEST) faults.push(`This database needs PostgreSQL ${OLDEST}; it has ${ours}`);
  if (theirs < ours)
    faults.push(
      `The other database has PostgreSQL ${theirs}, this one ${ours}. Upgrade the other one first; it may be newer`,
    );
  return faults;
}

type Server = RowOf<typeof SERVER_OF_MOVE>;

/** One connection follows the changes, and some copy tables. Each needs a slot and a sender here, and a worker there. */
const connectionsOf = ({ copiesAtOnce }: Server): number => 1 + copiesAtOnce;

function roomFaults(ours: Server, theirs: Server): string[] {
  const needed = connectionsOf(theirs);
  const faults: string[] = [];
  const lacksHere = (setting: string, free: number): void => {
    if (free < needed)
      faults.push(
        `This database has ${free} of ${needed} free that the move needs: raise ${setting}, or lower max_sync_workers_per_subscription there`,
      );
  };
  lacksHere('max_replication_slots', ours.freeSlots);
  lacksHere('max_wal_senders', ours.freeSenders);
  if (theirs.freeWorkers < 2)
    faults.push(
      `The other database has ${theirs.freeWorkers} of 2 free that the move needs: raise max_logical_replication_workers`,
    );
  if (theirs.freeOrigins < needed)
    faults.push(
      `The other database has ${theirs.freeOrigins} of ${needed} free that the move needs: raise max_replication_slots there`,
    );
  if (theirs.copiesAtOnce < 1)
    faults.push('The other database copies no tables: set max_sync_workers_per_subscription to 1 or more');
  return faults;
}

/** Compares the keys of the running processes there with ours, by their fingerprints. */
async function keyFaults(target: DataSource, process: string): Promise<string[]> {
  const processes = await new Sql(target).rows(PROCESSES, {});
  if (processes.length === 0)
    return ['No server of this version uses the other database. Start it, so that it can serve the fan club'];
  const [, encryption, session] = process.split(' ');
  const differing = (at: number, own: string): number =>
    processes.reduce((sum, { name, count }) => (name.split(' ')[at] === own ? sum : sum + count), 0);
  const faultOf = (setting: string, count: number): string[] =>
    count > 0
      ? [
          `${count} processes of the other cell have other ${setting} than this command, or in another order. Set the same, and restart them`,
        ]
      : [];
  return [
    ...faultOf('ENCRYPTION_KEYS', differing(1, encryption)),
    ...faultOf('SESSION_KEYS', differing(2, session)),
  ];
}

async function rowFaults({ source, target, fanclub, isBegun }: Checked): Promise<string[]> {
  const [from, to] = [new Sql(source), new Sql(target)];
  const faults: string[] = [];
  const here = await from.first(CLUB_OF_MOVE, { fanclub });
  if (here && here.movedTo !== null)
    faults.push(`This database does not serve the fan club. Move it where it is: ${here.movedTo}`);
  const there = await to.first(CLUB_OF_MOVE, { fanclub });
  if (there?.movedTo === null && !isBegun)
    faults.push('The other database serves a fan club with this id already');
  const loose = (await from.rows(LOGGED_TABLES, {})).filter(({ isIdentified }) => !isIdentified);
  if (loose.length > 0)
    faults.push(
      `These tables need a replica identity that begins with fanclub_id: ${loose.map(({ name }) => name).join(', ')}`,
    );
  const keys = (await from.rows(KEYS_OF_CLUB, { fanclub })).map(({ key }) => key);
  const equal = await to.rows(EQUAL_KEYS, { fanclub, keys });
  if (equal.length > 0)
    faults.push(
      `Another fan club there has the key ${equal.map(({ key }) => key).join(', ')}. Give one of the two another key`,
    );
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

/** PostgreSQL does not know how much of its disk is free, so the operator tells it. The copy also writes as much of the log. */
async function diskFaults({ source, fanclub, free, isBegun }: Checked): Promise<string[]> {
  if (free === null || isBegun) return [];
  const { bytes } = await sizeOf(source, fanclub);
  return 2 * bytes > free
    ? [
        `The copy needs about ${describeBytes(2 * bytes)} in the other database, for rows, indexes and log, but only ${describeBytes(free)} are free`,
      ]
    : [];
}
