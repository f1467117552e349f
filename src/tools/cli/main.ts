import type { LocalService } from '#tools/local';
import { type CommandContext, CommandFailed, WrongUsage } from './command';
import { COMMANDS } from './commands';
import { terminalDialogue } from './dialogue';

/** The exit code for wrong usage, as in shells. */
const WRONG_USAGE = 2;

/** The functions that write the output, and ask for input. */
type Terminal = Pick<CommandContext, 'print' | 'log' | 'progress' | 'ask' | 'secret'> &
  Partial<Pick<CommandContext, 'output'>>;

const dialogue = terminalDialogue();
const TERMINAL: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  log: (line) => void process.stderr.write(`${line}\n`),
  ...(process.stderr.isTTY && { progress: (text) => void process.stderr.write(`\r\x1b[K${text}`) }),
  ...(dialogue && { ask: dialogue.ask }),
};

/** The text of `fanclub --help`. */
function help(): string {
  const commands = [...COMMANDS.values()];
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, summary }) => `  fanclub ${usage.padEnd(width)}   ${summary}`);
  return ['Usage:', ...lines, '', 'Works on the database of npm start; settings: see .env.example.'].join(
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

  let opened: Promise<LocalService> | undefined;
  const open: CommandContext['open'] = (options) =>
    (opened ??= import('#tools/local').then(({ openLocalService }) =>
      openLocalService(environment, terminal.log, options),
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
      environment,
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
    if (!(error instanceof WrongUsage)) throw error;
    terminal.log(`${error.message}\n\nUsage: fanclub ${command.usage}`);
    return WRONG_USAGE;
  } finally {
    dialogue?.end();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await close();
  }
}
