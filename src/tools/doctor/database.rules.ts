import { type Config, shareOf } from '#platform/config';
import type { RowOf, SealCounts } from '#platform/database';
import type { DATABASE_FACTS, JOB_FACTS, LOG_FACTS } from './database.queries';
import { type Finding, ok, orOk, problem, warning } from './finding';

/** As `server_version_num`. */
const OLDEST_VERSION = 150_000;

/** Seconds between the clocks of this machine and of the database. */
const CLOCK_WARNING = 2;
const CLOCK_PROBLEM = 30;

/** Connections of one process besides its pool: the listener; the lag of replicas; the queue of a worker. */
const LISTENER = 1;
const LAG_PROBE = 1;
const METRICS = 1;
const WORKER = 4;

/** The part of `max_connections` above which there is little room for a rolling restart. */
const NEARLY_ALL = 0.8;

export type DatabaseFacts = RowOf<typeof DATABASE_FACTS>;

/** Checks the version and the settings of the server and the database. */
export function serverFindings(facts: DatabaseFacts): readonly Finding[] {
  const found: Finding[] = [];
  const add = (is: boolean, finding: Finding): void => void (is && found.push(finding));
  add(
    facts.versionNumber < OLDEST_VERSION,
    problem('database', `PostgreSQL ${facts.version} is too old`, 'Upgrade it to 15 or newer.'),
  );
  add(
    facts.encoding !== 'UTF8',
    problem(
      'database',
      `its encoding is ${facts.encoding}`,
      'Create a database with ENCODING UTF8, and restore a dump into it.',
    ),
  );
  add(
    facts.isStandby || facts.isReadOnly,
    problem(
      'database',
      facts.isStandby ? 'DATABASE_URL connects to a standby' : 'it is read-only',
      'Set DATABASE_URL to the primary, and default_transaction_read_only to off.',
    ),
  );
  const off = [
    ...(facts.fsync ? [] : ['fsync']),
    ...(facts.fullPageWrites ? [] : ['full_page_writes']),
    ...(facts.waitsForCommit ? [] : ['synchronous_commit']),
    ...(facts.autovacuum ? [] : ['autovacuum']),
  ];
  add(
    off.length > 0,
    problem(
      'database',
      `${off.join(', ')} off: a crash loses confirmed changes, or tables grow without limit`,
      'Set them to on.',
    ),
  );
  add(
    !facts.checksums,
    warning(
      'database',
      'data_checksums is off: PostgreSQL does not notice if the disk damages data',
      'With the server stopped, run: pg_checksums --enable',
    ),
  );
  add(
    facts.isRemote && !facts.isEncrypted,
    warning(
      'database',
      'the connection to another machine is not encrypted',
      'Add ?sslmode=verify-full to DATABASE_URL.',
    ),
  );
  add(
    facts.hasOtherCollation,
    problem(
      'database',
      'the operating system sorts texts differently from when the indexes were built, so they may miss rows',
      'Run: REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION',
    ),
  );
  return orOk(found, ok('database', `PostgreSQL ${facts.version}, ${facts.megabytes} MB`));
}

/** Checks the rights of the servers' role. */
export function roleFindings(facts: DatabaseFacts, missing: readonly string[]): readonly Finding[] {
  if (missing.length > 0)
    return [
      problem(
        'role',
        `the role in DATABASE_URL lacks rights: ${missing.join(', ')}`,
        'With DATABASE_OWNER_URL set, run: npx fanclub migrate',
      ),
    ];
  if (facts.isOwner)
    return [
      warning(
        'role',
        'the role in DATABASE_URL can change the schema and erase security events',
        'Use a role of its own for servers (docs/operations/database.md).',
      ),
    ];
  return [ok('role', 'reads and writes rows, and cannot change the schema')];
}

/** Compares the clocks. @param difference seconds by which this machine is ahead; @param error its greatest possible error */
export function clockFindings(difference: number, error: number): readonly Finding[] {
  const apart = Math.max(0, Math.abs(difference) - error);
  const text = `this machine is ${Math.abs(difference).toFixed(1)} s ${difference > 0 ? 'ahead of' : 'behind'} the database`;
  const remedy = 'Set both clocks by NTP: sessions, limits and signed requests depend on them.';
  if (apart > CLOCK_PROBLEM) return [problem('clock', text, remedy)];
  if (apart > CLOCK_WARNING) return [warning('clock', text, remedy)];
  return [ok('clock', 'agrees with the database')];
}

/** Compares the connections of all processes with those that the database accepts. */
export function connectionFindings(facts: DatabaseFacts, config: Config): readonly Finding[] {
  const group = config.processes ?? 1;
  const { database } = shareOf(config, 1, group);
  const one =
    database.poolSize +
    LISTENER +
    (database.replicas.urls.length > 0 ? LAG_PROBE : 0) +
    (config.metrics ? METRICS : 0);
  const processes = Math.max(group, facts.processes);
  // One process of a group runs the jobs.
  const workers = config.runsJobs ? Math.ceil(processes / group) : facts.workers;
  const needed = processes * one + workers * WORKER;
  const available = facts.maxConnections - facts.reservedConnections;
  const text = `${processes} ${processes === 1 ? 'process opens' : 'processes open'} up to ${needed} of ${available} connections (${facts.connections} are open)`;
  const remedy =
    'Lower DATABASE_POOL_SIZE, raise max_connections, or use a pooler (docs/operations/scaling.md#connections).';
  if (needed > available) return [problem('connections', text, remedy)];
  if (needed > NEARLY_ALL * available) return [warning('connections', text, remedy)];
  return [ok('connections', text)];
}

/** Checks that a worker runs, and keeps up. */
export function jobFindings(
  { workers }: DatabaseFacts,
  { late, givenUp }: RowOf<typeof JOB_FACTS>,
): readonly Finding[] {
  const found: Finding[] = [];
  if (workers === 0)
    found.push(
      problem(
        'jobs',
        `no process runs jobs, so mails wait and tables grow (${late} are late)`,
        'Start npx fanclub worker, or set RUN_JOBS=true.',
      ),
    );
  else if (late > 0)
    found.push(
      warning(
        'jobs',
        `${late} jobs have been due for more than ten minutes`,
        'Look for "job failed" in the log of the worker.',
      ),
    );
  if (givenUp > 0)
    found.push(
      warning(
        'mails',
        `${givenUp} mails were given up`,
        'See npx fanclub mail list --failed; repeat them with npx fanclub mail retry --all.',
      ),
    );
  return orOk(found, ok('jobs', `${workers} ${workers === 1 ? 'worker runs' : 'workers run'} them`));
}

/** Checks that the log of the database can leave its disk. */
export function logFindings({ archivingFails, idleSlots }: RowOf<typeof LOG_FACTS>): readonly Finding[] {
  const found: Finding[] = [];
  if (archivingFails)
    found.push(
      problem(
        'archive',
        'the latest archiving of the write-ahead log failed: the backup has a gap, and the disk fills up',
        'See the log of PostgreSQL for the output of archive_command.',
      ),
    );
  if (idleSlots.length > 0)
    found.push(
      warning(
        'replication',
        `nobody reads from the slots ${idleSlots.join(', ')}, for which the disk keeps the log`,
        'Start their replicas, or drop the slots.',
      ),
    );
  return found;
}

/** Compares the schema of the database with that of this version. @param all the number of migrations of this version */
export function schemaFindings(
  { missing, unknown }: { missing: readonly string[]; unknown: readonly string[] },
  all: number,
): readonly Finding[] {
  if (missing.length > 0)
    return [
      problem(
        'migrations',
        missing.length === all
          ? 'the database has no schema yet'
          : `these are missing: ${missing.join(', ')}`,
        'Run: npx fanclub migrate',
      ),
    ];
  if (unknown.length > 0)
    return [
      problem(
        'migrations',
        `a newer version has migrated the database (${unknown.join(', ')})`,
        'Install that version, or restore the backup from before (docs/operations/upgrades.md).',
      ),
    ];
  return [ok('migrations', `all ${all} are applied`)];
}

/** Checks that ENCRYPTION_KEYS open what is stored. */
export function sealFindings({ current, old, lost }: SealCounts): readonly Finding[] {
  if (lost > 0)
    return [
      problem(
        'sealed values',
        `no key of ENCRYPTION_KEYS opens ${lost} of ${current + old + lost} stored secrets`,
        'Add the key that sealed them at the end of ENCRYPTION_KEYS. If it is lost, see docs/operations/faults.md#key-lost.',
      ),
    ];
  if (old > 0)
    return [
      warning(
        'sealed values',
        `${old} stored secrets are sealed with an older key`,
        'Keep that key until npx fanclub reseal has run.',
      ),
    ];
  return [ok('sealed values', `the newest key opens all ${current}`)];
}
