import { type LocalService, openLocalService } from '#tools/local';
import { auditCommand } from './audit.command';
import { type Command, type CommandContext, WrongUsage } from './command';
import { importCommand } from './import.command';
import { keyCommand } from './key.command';
import { mailCommand } from './mail.command';
import { migrateCommand } from './migrate.command';
import { resealCommand } from './reseal.command';
import { trustCommand, untrustCommand } from './trust.command';
import { workerCommand } from './worker.command';

/** The commands by name, in the order of the help text. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['import', importCommand],
  ['migrate', migrateCommand],
  ['reseal', resealCommand],
  ['key', keyCommand],
  ['trust', trustCommand],
  ['untrust', untrustCommand],
  ['mail', mailCommand],
  ['audit', auditCommand],
  ['worker', workerCommand],
]);

/** Exit code of a call that makes no sense, as shells have it. */
const WRONG_USAGE = 2;

/** Where the command's words go; the terminal unless told otherwise. */
export type Terminal = Pick<CommandContext, 'out' | 'tell' | 'progress'>;

const TERMINAL: Terminal = {
  out: (line) => void process.stdout.write(`${line}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
  ...(process.stderr.isTTY && { progress: (text) => void process.stderr.write(`\r\x1b[K${text}`) }),
};

/** The text of `fanclub --help`. */
export function help(): string {
  const width = Math.max(...[...COMMANDS.values()].map(({ usage }) => usage.length));
  const lines = [...COMMANDS.values()].map(
    ({ usage, summary }) => `  fanclub ${usage.padEnd(width)}   ${summary}`,
  );
  return ['Usage:', ...lines, '', 'Works on the database of npm start; settings: see .env.example.'].join(
    '\n',
  );
}

/**
 * Runs one call of the `fanclub` command.
 *
 * @param parameters what stands behind `fanclub`
 * @param environment the variables of the process
 * @returns the exit code: 0 done, 1 refused or failed, 2 not understood
 */
export async function fanclub(
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal = TERMINAL,
): Promise<number> {
  const [name, ...rest] = parameters;
  if (name === '--help' || name === '-h' || name === 'help') {
    terminal.out(help());
    return 0;
  }
  const command = COMMANDS.get(name ?? '');
  if (!command) {
    terminal.tell(`${name === undefined ? 'Which command?' : `There is no command “${name}”.`}\n\n${help()}`);
    return WRONG_USAGE;
  }

  let opened: Promise<LocalService> | undefined;
  const open: CommandContext['open'] = (options) =>
    (opened ??= openLocalService(environment, terminal.tell, options));
  const close = async () => (await opened?.catch(() => undefined))?.stop();
  let tellCommand = (): void => undefined;
  const told = new Promise<void>((resolve) => (tellCommand = resolve));
  const interrupted = () =>
    command.endsItself ? tellCommand() : void close().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await command.run(rest, { ...terminal, open, told });
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    terminal.tell(`${error.message}\n\nUsage: fanclub ${command.usage}`);
    return WRONG_USAGE;
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await close();
  }
}
