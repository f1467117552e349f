import type { LocalService } from '#tools/local';
import { type CommandContext, CommandFailed, WrongUsage } from './command';
import { COMMANDS } from './commands';
import { createInterface } from 'node:readline/promises';

/** The exit code for wrong usage, as in shells. */
const WRONG_USAGE = 2;

/** The functions that write the output, and ask for input. */
type Terminal = Pick<CommandContext, 'print' | 'log' | 'progress' | 'ask' | 'secret'> &
  Partial<Pick<CommandContext, 'output'>>;

/** The output of a command that would write to a held fan club. */
const HELD = [
  'The fan club is held, so nothing was changed. fanclub doctor names the fan clubs that are held.',
  'Wait until whoever holds it is done, or end the hold: fanclub release KEY',
];

const dialogue = terminalDialogue();
const TERMINAL: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  log: (line) => void process.stderr.write(`${line}\n`),
  ...(process.stderr.isTTY && { progress: (text) => void process.stderr.write(`\r\x1b[K${text}`) }),
  ...(dialogue && { ask: dialogue.ask }),
};

/** Columns of the help. */
const WIDTH = 100;

/** The words in lines of at most so many columns. A line that continues another is indented more. */
function wrapped(text: string, indent: string): string[] {
  const lines = [indent.slice(0, -1)];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(`${indent}    ${word}`);
  }
  return lines;
}

/** Each form of a command on a line of its own. */
function usageLines(usage: string): string[] {
  const [name] = usage.split(' ');
  return usage
    .split(' | ')
    .flatMap((form, at) => wrapped(`fanclub ${at === 0 ? form : `${name} ${form}`}`, '  '));
}

/** The text of `fanclub --help`. */
function help(): string {
  const lines = [...COMMANDS.values()].flatMap(({ usage, summary }) => [
    ...usageLines(usage),
    ...wrapped(summary, '      '),
    '',
  ]);
  return ['Usage:', '', ...lines, 'Works on the database of npm start; settings: see .env.example.'].join(
    '\n',
  );
}

/**
 * Runs one call of the `fanclub` command.
 *
 * @param parameters the parameters after `fanclub`
 * @param environment the variables of the process
 * @returns the exit code: 0 for success, 1 if refused or failed, 2 for wrong usage
 */
export async function fanclub(
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal = TERMINAL,
): Promise<number> {
  const [name, ...rest] = parameters;
  if (name === '--help' || name === '-h' || name === 'help') {
    terminal.print(help());
    return 0;
  }
  const command = COMMANDS.get(name ?? '');
  if (!command) {
    terminal.log(`${name === undefined ? 'Which command?' : `There is no command “${name}”.`}\n\n${help()}`);
    return WRONG_USAGE;
  }

  // Loaded here, because the help needs none of it.
  const { withRunningPort } = await import('#tools/local');
  const settings = withRunningPort(environment);
  let opened: Promise<LocalService> | undefined;
  const open: CommandContext['open'] = (options) =>
    (opened ??= import('#tools/local').then(({ openLocalService }) =>
      openLocalService(settings, terminal.log, options),
    ));
  const withDatabase: CommandContext['withDatabase'] = async (work, entities) => {
    const { config } = await open();
    const { withMaintenance } = await import('#tools/local');
    return withMaintenance(config.database.ownerUrl, (db) => work(db, config), entities);
  };
  const withStatements: CommandContext['withStatements'] = async (work) => {
    const { Sql } = await import('#platform/database');
    return withDatabase((db) => work(new Sql(db)));
  };
  const close = async () => (await opened?.catch(() => undefined))?.stop();
  let stopCommand = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (stopCommand = resolve));
  const interrupted = () =>
    command.stopsItself ? stopCommand() : void close().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const run = await command.load();
    await run(rest, {
      output: process.stdout,
      ...terminal,
      environment: settings,
      open,
      withDatabase,
      withStatements,
      stopped,
    });
    return 0;
  } catch (error) {
    if (error instanceof CommandFailed) {
      error.lines.forEach(terminal.log);
      return 1;
    }
    if (error instanceof WrongUsage) {
      terminal.log([error.message, '', 'Usage:', ...usageLines(command.usage)].join('\n'));
      return WRONG_USAGE;
    }
    const { isHeld } = await import('#platform/database');
    if (!isHeld(error)) throw error;
    HELD.forEach(terminal.log);
    return 1;
  } finally {
    dialogue?.end();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await close();
  }
}

/** Asks questions on a terminal. */
export interface Dialogue {
  /** Writes a question to standard error, and returns the line that the operator types. @throws CommandFailed at the end of the input */
  readonly ask: (question: string) => Promise<string>;
  /** Gives the terminal back. */
  readonly end: () => void;
}

/** A dialogue on the terminal of this process; undefined without one. Takes the terminal with the first question. */
export function terminalDialogue(): Dialogue | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  let lines: ReturnType<typeof createInterface> | undefined;
  const open = () => {
    const opened = createInterface({ input: process.stdin, output: process.stderr });
    // The interface takes Ctrl+C from the terminal; the command handles it like the signal.
    opened.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    return opened;
  };
  return {
    ask(question) {
      const current = (lines ??= open());
      return new Promise((resolve, reject) => {
        const refuse = () => reject(new CommandFailed('', 'The input has ended. Nothing was done.'));
        current.once('close', refuse);
        current.question(question).then((line) => {
          current.off('close', refuse);
          resolve(line.trim());
        }, refuse);
      });
    },
    end: () => lines?.close(),
  };
}
