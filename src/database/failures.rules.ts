import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';

/** PostgreSQL's code of a failure; null where the failure is not one that a server reported. */
export function sqlState(error: unknown): string | null {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof DatabaseError ? (cause.code ?? null) : null;
}

/** Serialization failure, deadlock: nothing was written, and the same transaction may well succeed now. */
const AGAIN = new Set(['40001', '40P01']);

/** Whether a transaction failed only because of another one that ran at the same time. */
export function isConflictOfTransactions(error: unknown): boolean {
  return AGAIN.has(sqlState(error) ?? '');
}

/** 25006: the server has become a read-only standby; the writing one is found by connecting anew. */
const READ_ONLY = '25006';

/**
 * Whether the connection on which a statement failed with this is of no further use. A refusal that the server sends, such as a
 * unique key that says no, is an everyday answer, and leaves the connection, with its prepared statements, as good as it was.
 */
export function ruinsConnection(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return error.severity === 'FATAL' || error.code === READ_ONLY || isShutdown(error.code);
}

function isShutdown(code: string | undefined): boolean {
  return code === '57P01' || code === '57P02' || code === '57P03' || code?.startsWith('08') === true;
}
