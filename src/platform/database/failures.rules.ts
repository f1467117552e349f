import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import type { Statement } from './statement';

/** PostgreSQL's code of a failure; null where the failure is not one that a server reported. */
function sqlState(error: unknown): string | null {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof DatabaseError ? (cause.code ?? null) : null;
}

/** Whether a transaction failed only because of another one that ran at the same time: serialization failure, deadlock. */
export function isConflictOfTransactions(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}

/** Connection exceptions (class 08), the server's shutdown, crash and start, and no connection left. */
const NO_CONNECTION = /^(08...|57P0[123]|53300)$/;

/** What Node says of a connection that cannot be made or has ended. */
const BROKEN = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** pg knows these by their words only. */
const READ_TIMEOUT = 'Query read timeout';
const CONNECT_TIMEOUT = 'Connection terminated due to connection timeout';
const QUEUE_TIMEOUT = 'timeout exceeded when trying to connect';
const TERMINATED = /^Connection terminated|^Client has encountered a connection error|^Client was closed/;

/** Whether the connection was refused or broke: at once, so that there is time to try another one. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return NO_CONNECTION.test(state);
  const { code, message } = saidBy(error);
  return message !== CONNECT_TIMEOUT && (BROKEN.has(code) || TERMINATED.test(message));
}

/** Whether the database could not be reached, or did not answer. */
export function isUnreachable(error: unknown): boolean {
  const { message } = saidBy(error);
  return isConnectionLost(error) || message === READ_TIMEOUT || message === CONNECT_TIMEOUT;
}

/** Whether somebody waited too long for one of the pool's connections, all of which were busy. */
export function isQueueTimeout(error: unknown): boolean {
  return saidBy(error).message === QUEUE_TIMEOUT;
}

/** By its fields, not by `instanceof`: the errors of Node itself come from another realm where the service runs in one of its own. */
function saidBy(error: unknown): { code: string; message: string } {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return { code: String(code), message: String(message) };
}

/** 25006: the server has become a read-only standby; the writing one is found by connecting anew. */
const READ_ONLY = '25006';

/**
 * Whether the connection on which a statement failed with this is of no further use. A refusal that the server sends, such as a
 * unique key that says no, is an everyday answer, and leaves the connection, with its prepared statements, as good as it was.
 */
export function ruinsConnection(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return error.severity === 'FATAL' || error.code === READ_ONLY || isConnectionLost(error);
}

/** Words of statements that write, or have functions write. */
const WRITES = /\b(INSERT|UPDATE|DELETE|MERGE|add_jobs?|nextval|setval|set_config|pg_\w+)\b/i;

/** Whether a statement only reads, so that it may be run again whatever became of it. In doubt it does not. */
export function onlyReads({ text }: Statement): boolean {
  return /^\s*(SELECT|WITH)\b/i.test(text) && !WRITES.test(text);
}
