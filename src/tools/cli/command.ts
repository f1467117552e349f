import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { LocalService } from '#tools/local';

/** What a command is given to work with. */
export interface CommandContext {
  /** A line of the answer, to standard output. */
  readonly out: (line: string) => void;
  /** A line for who watches, to standard error. */
  readonly tell: (line: string) => void;
  /** Replaces the line that shows how far a long command has come; an empty text removes it. Absent when nobody watches. */
  readonly progress?: (text: string) => void;
  /**
   * The service's configuration and migrated database, as `npm start` has them. Opened at the first call; the frame closes it
   * when the command has ended. With `migrates: false` the database is left as it is, and need not even be there.
   */
  readonly open: (options?: { migrates?: boolean }) => Promise<LocalService>;
  /** Resolves when the process is told to stop (SIGTERM or SIGINT); for commands that end themselves. */
  readonly told: Promise<void>;
}

/** One command of `fanclub`. */
export interface Command {
  /** How it is called, after `fanclub`. */
  readonly usage: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Works until it is told to stop, and ends properly then. Other commands are cut short. */
  readonly endsItself?: boolean;
  /**
   * @param parameters what stands behind the command's name
   * @returns the exit code
   * @throws WrongUsage when the parameters are not those of the command
   */
  run(parameters: string[], context: CommandContext): Promise<number>;
}

/** The command was called in a way it does not know; answered with its usage and exit code 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Tells options and operands of a command apart. Callers refuse operands that they do not expect.
 * @throws WrongUsage for an unknown option, or one without its value
 */
export function parsed<const T extends Options>(parameters: string[], options: T) {
  try {
    return parseArgs({ args: parameters, allowPositionals: true, options });
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
}
