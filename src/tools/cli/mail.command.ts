import { readFile } from 'node:fs/promises';
import { parseId } from '#libs/validation';
import {
  changeMailSettings,
  checkMailSettings,
  listMails,
  MAIL_SETTINGS_ENTITIES,
  type ListedMail,
  readMailSettings,
  retryMails,
} from '#platform/mail';
import '../../domains';
import {
  columns,
  type Command,
  type CommandContext,
  CommandFailed,
  parseOptions,
  WrongUsage,
  refuseFile,
} from './command';

/** `fanclub mail …`: the state of mails, and a fan club's sender and texts. */
export const mailCommand: Command = async ([action, ...operands], context) => {
  if (action === 'list') return list(operands, context);
  if (action === 'retry') return retry(operands, context);
  if (action === 'settings') return settings(operands, context);
  throw new WrongUsage('mail takes one of list, retry, settings');
};

async function list(parameters: string[], { withStatements, print }: CommandContext): Promise<void> {
  const { flag, operands } = readFlag(parameters, 'failed');
  if (operands.length > 0) throw new WrongUsage('mail list takes only --failed');
  table(await withStatements((db) => listMails(db, { failed: flag }))).forEach(print);
}

async function retry(parameters: string[], { withStatements, print, log }: CommandContext): Promise<void> {
  const { flag: all, operands } = readFlag(parameters, 'all');
  const [id, ...rest] = operands;
  if (rest.length > 0 || all === (id !== undefined) || (id !== undefined && parseId(id) === null))
    throw new WrongUsage('mail retry takes the id of a mail, or --all');
  const ids = await withStatements((db) => retryMails(db, all ? null : Number(id)));
  if (ids.length > 0) print(`Queued again: ${ids.join(', ')}`);
  else if (all) log('No mail was given up.');
  else throw new CommandFailed(`No mail ${id} was given up.`);
}

async function settings(parameters: string[], { withDatabase, print }: CommandContext): Promise<void> {
  const [key, file, ...rest] = parameters;
  if (key === undefined || rest.length > 0)
    throw new WrongUsage('mail settings takes a key and an optional file');
  const json = file === undefined ? null : await readFile(file, 'utf8').catch(refuseFile);
  const checked = json === null ? null : checkMailSettings(json);
  if (checked && 'faults' in checked) throw new CommandFailed(...checked.faults, 'Nothing was changed.');
  await withDatabase(async (db) => {
    const isChanged = checked === null || (await changeMailSettings(db, key, checked.change));
    const found = isChanged ? await readMailSettings(db, key) : null;
    if (found === null) throw new CommandFailed('No fan club has this key.');
    const { defaults, ...own } = found;
    print(JSON.stringify(checked ? own : { ...own, defaults }, null, 2));
  }, MAIL_SETTINGS_ENTITIES);
}

/** Separates the one flag that an action takes from the other parameters. */
function readFlag(parameters: string[], flag: string): { flag: boolean; operands: string[] } {
  const { values, positionals } = parseOptions(parameters, { [flag]: { type: 'boolean' } });
  return { flag: values[flag] === true, operands: positionals };
}

function table(mails: readonly ListedMail[]): string[] {
  return columns([
    ['id', 'state', 'kind', 'queued', 'attempts', 'last error', 'fan club'],
    ...mails.map((mail) => [
      String(mail.id),
      mail.state.replace('_', ' '),
      mail.kind,
      mail.createdAt.toISOString(),
      String(mail.attempts),
      mail.lastError ?? '-',
      mail.fanclub,
    ]),
  ]);
}
