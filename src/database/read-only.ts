import { DatabaseError } from 'pg';

const READ_ONLY = '25006';

/** Whether PostgreSQL refused to write because the database only reads: a standby, or a primary that was made one. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === READ_ONLY;
}
