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
