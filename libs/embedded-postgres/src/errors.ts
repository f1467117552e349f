/** No usable PostgreSQL on this machine: neither the bundled binaries nor an installed server. */
export class NoPostgresFound extends Error {
  override readonly name = 'NoPostgresFound';
  readonly isPlain = true;

  /** @param tried one sentence per refused candidate, in the order in which they were tried; may be empty */
  constructor(tried: readonly string[]) {
    super(
      [
        `No PostgreSQL that runs on this machine (${process.platform}-${process.arch}).`,
        ...tried.map((reason) => `  - ${reason}`),
        'Set DATABASE_URL to a PostgreSQL 15 or newer, or install one so that `postgres` is on the PATH.',
      ].join('\n'),
    );
  }
}

/** PostgreSQL was found, but creating, starting or stopping the cluster failed; the message says why. */
export class PostgresFailed extends Error {
  override readonly name = 'PostgresFailed';
  readonly isPlain = true;
}
