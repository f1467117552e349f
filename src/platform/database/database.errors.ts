import { isUnreachable, reportedBy } from './failures.rules';

/** What the operator does, by SQLSTATE. */
export type Remedies = Readonly<Record<string, string>>;

const FOREIGN_OBJECT =
  'The database contains objects that this service did not create: use an empty database, or remove them.';

const REMEDIES: Remedies = {
  '42501':
    'Migrate as the role that owns the database and everything in it (DATABASE_OWNER_URL): docs/operations/database.md, "Roles".',
  '42P06': FOREIGN_OBJECT,
  '42P07': FOREIGN_OBJECT,
  '25006': 'This server is read-only: connect to the primary.',
  '53100': 'Free space for the database, and migrate again: docs/operations/faults.md#disk-full.',
};

/** A step of a migration failed and was rolled back. The message is one line: which step, why, and what to do. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
  readonly isPlain = true;

  /** @param remedies those of this step, which precede the common ones */
  constructor(step: string, cause: unknown, remedies: Remedies = {}) {
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    super(`${step} failed: ${reason}. ${remedyFor(cause, { ...REMEDIES, ...remedies })}`, { cause });
  }
}

function remedyFor(cause: unknown, remedies: Remedies): string {
  if (isUnreachable(cause)) return 'Migrate again when the database answers.';
  return (
    remedies[reportedBy(cause)?.code ?? ''] ??
    'Remove the cause, and migrate again: docs/operations/upgrades.md, "A migration that fails".'
  );
}

/** The database does not accept connections. The message has the reason, but not the URL, which contains the password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
  readonly isPlain = true;

  constructor(cause: unknown) {
    // A host name with several addresses fails with one error for each, inside an error without message.
    const failures: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
    const reasons = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
    super(`The database (DATABASE_URL) cannot be reached: ${reasons.join('; ')}`);
  }
}
