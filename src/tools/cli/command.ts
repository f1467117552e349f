import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { Config } from '#platform/config';
import type { Sql } from '#platform/database';
import type { LocalService } from '#tools/local';

/** What a command works with. */
export interface CommandContext {
  /** Writes a line of the result to standard output. */
  readonly out: (line: string) => void;
  /** Writes a message to standard error. */
  readonly tell: (line: string) => void;
  /** Replaces the progress line of a long command; an empty text removes it. Absent when standard error is not a terminal. */
  readonly progress?: (text: string) => void;
  /**
   * Opens the service's configuration and migrated database, as `npm start` does; once, and closed when the command has ended.
   * With `migrates: false` the database is left as it is and need not be reachable.
   */
  readonly open: (options?: { migrates?: boolean }) => Promise<LocalService>;
  /**
   * Opens the service and works on its database as the owner.
   *
   * @param entities those that the work uses
   */
  readonly withDatabase: <T>(
    work: (db: DataSource, config: Config) => Promise<T>,
    entities?: DataSourceOptions['entities'],
  ) => Promise<T>;
  /** The same with named statements. */
  readonly withStatements: <T>(work: (db: Sql) => Promise<T>) => Promise<T>;
  /** Resolves on SIGTERM or SIGINT, for commands that run until then. */
  readonly stopped: Promise<void>;
}

/**
 * The work of one command.
 *
 * @param parameters those after the command's name
 * @returns the exit code
 * @throws WrongUsage for parameters that the command does not take
 */
export type Command = (parameters: string[], context: CommandContext) => Promise<number>;

/** Wrong parameters; answered with the command's usage and exit code 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Separates the options of a command from its operands. Callers refuse operands that they do not expect.
 * @throws WrongUsage for an unknown option, or one without its value
 */
export function parsed<const T extends Options>(parameters: string[], options: T) {
  try {
    return parseArgs({ args: parameters, allowPositionals: true, options });
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
}
