import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';

const UNIQUE_VIOLATION = '23505';

/** The unique constraint or index that refused a write, or null when `error` is another failure. */
export function violatedUnique(error: unknown): string | null {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (!(cause instanceof DatabaseError) || cause.code !== UNIQUE_VIOLATION) return null;
  return cause.constraint ?? null;
}

/**
 * For `.catch()`: turns the conflict on `constraint` into the domain's own failure, and passes everything else on.
 *
 *     .catch(onConflict(ONE_ENTRY_PER_CUSTOMER, () => new AlreadyEntered()))
 */
export function onConflict(constraint: string, failure: () => Error): (error: unknown) => never {
  return (error) => {
    throw violatedUnique(error) === constraint ? failure() : error;
  };
}
