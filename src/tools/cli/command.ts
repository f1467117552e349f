import type { Writable } from 'node:stream';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { Config } from '#platform/config';
import type { Sql } from '#platform/database';
import type { LocalService, OpenOptions } from '#tools/local';

/** The functions that a command gets. */
export interface CommandContext {
  /** The variables of the process. */
  readonly environment: NodeJS.ProcessEnv;
  /** Writes a line of the result to standard output. */
  readonly print: (line: string) => void;
  /** Standard output, for results that are too long for lines. The command waits while its reader is slow. */
  readonly output: Writable;
  /** Writes a message to standard error. */
  readonly log: (line: string) => void;
  /** Replaces the progress line of a long command; an empty text removes it. Absent if standard error is not a terminal. */
  readonly progress?: (text: string) => void;
  /** Asks the operator a question and returns the answer without surrounding spaces. Absent if there is no terminal. */
  readonly ask?: (question: string) => Promise<string>;
  /** Reads a secret. Absent: from standard input. */
  readonly secret?: (question: string) => Promise<string>;
  /**
   * Opens the service's configuration and database, as `npm start` does, and migrates the database. Later calls return the same
   * service, which is closed when the command ends. With `migrates: false` the database is not migrated and need not be reachable.
   */
  readonly open: (options?: OpenOptions) => Promise<LocalService>;
  /** Opens the service and works on its database as the owner, with the given entities. */
  readonly withDatabase: <T>(
    work: (db: DataSource, config: Config) => Promise<T>,
    entities?: DataSourceOptions['entities'],
  ) => Promise<T>;
  /** As `withDatabase`, with named statements. */
  readonly withStatements: <T>(work: (db: Sql) => Promise<T>) => Promise<T>;
  /** Resolves on SIGTERM or SIGINT, for commands that run until then. */
  readonly stopped: Promise<void>;
}

/**
 * The work of one command.
 *
 * @param parameters the parameters after the command's name
 * @throws WrongUsage for parameters that the command does not take; CommandFailed
 */
export type Command = (parameters: string[], context: CommandContext) => Promise<void>;

/** Wrong parameters. The message and the command's usage are printed; the exit code is 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** The command refuses, or meets an error that the operator can correct. The lines are printed; the exit code is 1. */
export class CommandFailed extends Error {
  readonly lines: readonly string[];

  constructor(...lines: string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Separates the options of a command from its operands. Callers refuse operands that they do not expect.
 * @throws WrongUsage for an unknown option, or one without its value
 */
export function parseOptions<const T extends Options>(parameters: string[], options: T) {
  try {
    return parseArgs({ args: parameters, allowPositionals: true, options });
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
}

/** Lines with aligned columns. The first row is the header. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}

/** For `.catch()`: throws CommandFailed for an error of the file system, and any other error as it is. */
export function refuseFile(error: unknown): never {
  throw isFileError(error) ? new CommandFailed(`The file cannot be read: ${error.message}`) : error;
}

/** The same for files and pipes that a command writes. */
export function refuseOutput(error: unknown): never {
  throw isFileError(error) ? new CommandFailed(`The output cannot be written: ${error.message}`) : error;
}

/** All errors of the file system have a path, except some. */
const WITHOUT_PATH = ['EISDIR', 'ENOSPC', 'EPIPE', 'EIO', 'EDQUOT', 'EFBIG'];

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  const { code, path } = error as NodeJS.ErrnoException;
  return code !== undefined && (path !== undefined || WITHOUT_PATH.includes(code));
}
