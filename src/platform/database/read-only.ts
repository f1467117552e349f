import { DatabaseError } from 'pg';

const READ_ONLY = '25006';
const NOT_SUPPORTED = '0A000';
/** Where in its source PostgreSQL refuses unlogged tables during recovery, and nothing else with that code. */
const PLANNING = 'get_relation_info';

/**
 * Whether PostgreSQL refused to write because the database only reads: a standby, or a primary that was made one. A standby
 * says something else, and sooner, about tables that are not logged, which it does not have.
 */
export function isReadOnly(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return error.code === READ_ONLY || (error.code === NOT_SUPPORTED && error.routine === PLANNING);
}
