import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import type { Statement } from './statement';

/** The error that the server reported; null for any other failure. */
export function reportedBy(error: unknown): DatabaseError | null {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof DatabaseError ? cause : null;
}

/** The unique constraint or index that refused a write; null for any other failure. */
export function violatedUnique(error: unknown): string | null {
  const reported = reportedBy(error);
  return reported?.code === '23505' ? (reported.constraint ?? null) : null;
}

/** The table whose foreign key an error of the database reports; null for other errors. */
export function referringTable(error: unknown): string | null {
  const reported = reportedBy(error);
  return reported?.code === '23503' ? (reported.table ?? null) : null;
}

/**
 * For `.catch()`: turns the violation of `constraint` into the domain's own failure, and throws other errors again.
 *
 *     .catch(onConflict(UNIQUE_EMAIL, () => new EmailTaken()))
 */
export function onConflict(constraint: string, failure: () => Error): (error: unknown) => never {
  return (error) => {
    throw violatedUnique(error) === constraint ? failure() : error;
  };
}

/** Whether a transaction failed only because of a concurrent one: serialization failure, deadlock. */
export function isConflictOfTransactions(error: unknown): boolean {
  return ['40001', '40P01'].includes(reportedBy(error)?.code ?? '');
}

/** Whether a statement waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return reportedBy(error)?.code === '55P03';
}

/** Whether the database ended a statement that took longer than `DATABASE_STATEMENT_TIMEOUT_MS`. */
export function isStatementTimeout(error: unknown): boolean {
  return reportedBy(error)?.code === '57014';
}

/** Connection exceptions (class 08), the server's shutdown, crash and start, and too many connections. */
const NO_CONNECTION = /^(08...|57P0[123]|53300)$/;

/** The server is a standby. It can neither write nor read unlogged tables, so it does not count as the database. */
export class ServerIsStandby extends Error {
  override readonly name = 'ServerIsStandby';

  constructor() {
    super('the server is a standby, not the primary');
  }
}

/** Node's codes for a connection that cannot be opened or was lost. */
const BROKEN = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** pg identifies these only by their messages. */
export const READ_TIMEOUT = 'Query read timeout';
const CONNECT_TIMEOUT = 'Connection terminated due to connection timeout';
const QUEUE_TIMEOUT = 'timeout exceeded when trying to connect';
const TERMINATED = /^Connection terminated|^Client has encountered a connection error|^Client was closed/;

/**
 * Whether the connection was refused or lost, or leads to a standby. Such failures come fast, so there is time to try another
 * connection.
 */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof ServerIsStandby) return true;
  const state = reportedBy(error)?.code;
  if (state !== undefined) return NO_CONNECTION.test(state);
  const { code, message } = factsOf(error);
  return message !== CONNECT_TIMEOUT && (BROKEN.has(code) || TERMINATED.test(message));
}

/** Whether the database could not be reached, or did not answer. */
export function isUnreachable(error: unknown): boolean {
  const { message } = factsOf(error);
  return isConnectionLost(error) || message === READ_TIMEOUT || message === CONNECT_TIMEOUT;
}

/** Whether a caller waited too long for a connection of the pool, all of which were busy. */
export function isQueueTimeout(error: unknown): boolean {
  return factsOf(error).message === QUEUE_TIMEOUT;
}

/** Recognizes errors by their fields, not by `instanceof`: in Jest, Node's own errors come from another realm. */
function factsOf(error: unknown): { code: string; message: string } {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return { code: String(code), message: String(message) };
}

const READ_ONLY = '25006';

/**
 * Whether a connection is unusable after this failure: it was lost, or its server has become a read-only standby. After an
 * error that the server reports, such as a unique violation, the connection and its prepared statements stay usable.
 */
export function ruinsConnection(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return error.severity === 'FATAL' || error.code === READ_ONLY || isConnectionLost(error);
}

const NOT_SUPPORTED = '0A000';
/** The function in PostgreSQL's source that refuses unlogged tables during recovery. It has no other error with this code. */
const PLANNING = 'get_relation_info';

/** Whether the server refused to write because it is read-only. A standby refuses unlogged tables with another error. */
export function isReadOnly(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return error.code === READ_ONLY || (error.code === NOT_SUPPORTED && error.routine === PLANNING);
}

/** Words that occur in statements that write, directly or by calling a function. */
const WRITES = /\b(INSERT|UPDATE|DELETE|MERGE|add_jobs?|nextval|setval|set_config|pg_\w+)\b/i;

/** Whether a statement certainly only reads, so that it may be repeated after any failure. */
export function onlyReads({ text }: Statement): boolean {
  return /^\s*(SELECT|WITH)\b/i.test(text) && !WRITES.test(text);
}
