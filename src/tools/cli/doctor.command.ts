import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, InvalidConfig, readConfig } from '#platform/config';
import { examine, type Finding, problem } from '#tools/doctor';
import { dataDirOf } from '#tools/local';
import { ALL_ENTITIES } from '../../app/all-entities';
import { columns, type Command, type CommandContext, CommandFailed, WrongUsage } from './command';

/** `fanclub doctor`: checks an installation; see docs/operations/faults.md#doctor. */
export const doctorCommand: Command = async (parameters, context) => {
  if (parameters.length > 0) throw new WrongUsage('doctor takes no parameters');
  report(await findings(context), context);
};

/** Prints the findings, and then how many there are of each state. @throws CommandFailed if there is a problem */
export function report(
  found: readonly Finding[],
  { print, log }: Pick<CommandContext, 'print' | 'log'>,
): void {
  columns([['state', 'checked', 'found'], ...found.flatMap(lines)]).forEach(print);
  const count = (state: Finding['state']) => found.filter((one) => one.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  const summary = `${count('ok')} ok, ${warnings} to look at, ${problems} to correct.`;
  if (problems > 0) throw new CommandFailed(summary);
  log(summary);
}

async function findings(context: CommandContext): Promise<Finding[]> {
  try {
    return await examine(await configOf(context), ALL_ENTITIES);
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    const remedy = 'Correct it; docs/reference/settings.md describes every setting.';
    return error.faults.map((fault) => problem('settings', fault, remedy));
  }
}

/**
 * The settings of `npm run serve`, with nothing added. If `npm start` has made an embedded database, its settings.
 * @throws InvalidConfig
 */
async function configOf({ environment, open }: CommandContext): Promise<Config> {
  const dataDir = dataDirOf(environment);
  const isEmbedded = !environment.DATABASE_URL?.trim() && existsSync(join(dataDir, 'postgres'));
  return isEmbedded ? (await open({ migrates: false })).config : readConfig(environment);
}

/** The row of a finding, and below it what to do. */
function lines({ state, subject, text, remedy }: Finding): string[][] {
  return [[state, subject, text], ...(remedy === undefined ? [] : [['', '', `→ ${remedy}`]])];
}
