import { readFile } from 'node:fs/promises';
import {
  changeMailSettings,
  checkMailSettings,
  listMails,
  MAIL_SETTINGS_ENTITIES,
  type ListedMail,
  readMailSettings,
  retryMails,
} from '#platform/mail';
import { columns } from './columns';
import { type Command, type CommandContext, parsed, WrongUsage } from './command';
import { isFileError } from './file-error';

/** `fanclub mail …`: the state of mails, and a fan club's sender and texts. */
export const mailCommand: Command = async ([action, ...operands], context) => {
  if (action === 'list') return list(operands, context);
  if (action === 'retry') return retry(operands, context);
  if (action === 'settings') return settings(operands, context);
  throw new WrongUsage('mail takes one of list, retry, settings');
};

async function list(parameters: string[], { withStatements, out }: CommandContext): Promise<number> {
  const { flag, operands } = understood(parameters, 'failed');
  if (operands.length > 0) throw new WrongUsage('mail list takes no parameters but --failed');
  table(await withStatements((db) => listMails(db, { failed: flag }))).forEach(out);
  return 0;
}

async function retry(parameters: string[], { withStatements, out, tell }: CommandContext): Promise<number> {
  const { flag: all, operands } = understood(parameters, 'all');
  const [id, ...rest] = operands;
  if (rest.length > 0 || all === (id !== undefined) || (id !== undefined && !/^[1-9]\d{0,14}$/.test(id)))
    throw new WrongUsage('mail retry takes the id of a mail, or --all');
  const ids = await withStatements((db) => retryMails(db, all ? null : Number(id)));
  if (ids.length > 0) out(`Queued again: ${ids.join(', ')}`);
  else tell(all ? 'No mail was given up.' : `No mail ${id} was given up.`);
  return ids.length > 0 || all ? 0 : 1;
}

async function settings(parameters: string[], { withDatabase, out, tell }: CommandContext): Promise<number> {
  const [key, file, ...rest] = parameters;
  if (key === undefined || rest.length > 0)
    throw new WrongUsage('mail settings takes a key and perhaps a file');
  const json = file === undefined ? null : await readFile(file, 'utf8').catch(unreadable);
  if (typeof json === 'object' && json !== null) {
    tell(`The file cannot be read: ${json.message}`);
    return 1;
  }
  const checked = json === null ? null : checkMailSettings(json);
  if (checked && 'faults' in checked) {
    checked.faults.forEach(tell);
    tell('Nothing was changed.');
    return 1;
  }
  return withDatabase(async (db) => {
    const isChanged = checked === null || (await changeMailSettings(db, key, checked.change));
    const found = isChanged ? await readMailSettings(db, key) : null;
    if (found === null) {
      tell('No fan club has this key.');
      return 1;
    }
    const { defaults, ...own } = found;
    out(JSON.stringify(checked ? own : { ...own, defaults }, null, 2));
    return 0;
  }, MAIL_SETTINGS_ENTITIES);
}

/** For `.catch()`: returns errors of the file system, throws others. */
function unreadable(error: unknown): Error {
  if (isFileError(error)) return error;
  throw error;
}

/** The one flag that an action takes, and the other parameters. */
function understood(parameters: string[], flag: string): { flag: boolean; operands: string[] } {
  const { values, positionals } = parsed(parameters, { [flag]: { type: 'boolean' } });
  return { flag: values[flag] === true, operands: positionals };
}

/** A header, and a line for each mail. */
function table(mails: readonly ListedMail[]): string[] {
  return columns([
    ['id', 'state', 'kind', 'queued', 'attempts', 'last error', 'fan club'],
    ...mails.map((mail) => [
      String(mail.id),
      mail.state,
      mail.kind,
      mail.createdAt.toISOString(),
      String(mail.attempts),
      mail.lastError ?? '-',
      mail.fanclub,
    ]),
  ]);
}
