import { readFile } from 'node:fs/promises';
import { withMaintenance, withStatements } from '#tools/local';
import {
  changeMailSettings,
  checkMailSettings,
  listMails,
  type ListedMail,
  readMailSettings,
  retryMails,
} from '#platform/mail';
import { columns } from './columns';
import { type Command, type CommandContext, parsed, WrongUsage } from './command';
import { isFileError } from './file-error';

/** `fanclub mail …`: what became of the mails, and how a fan club's look. */
export const mailCommand: Command = {
  usage: 'mail list [--failed] | retry ID|--all | settings FANCLUB_KEY [FILE.json]',
  summary: 'show mails; send again what was given up; show or change sender and texts',
  async run(parameters, context) {
    const [action, ...operands] = parameters;
    if (action === 'list') return list(operands, context);
    if (action === 'retry') return retry(operands, context);
    if (action === 'settings') return settings(operands, context);
    throw new WrongUsage('mail takes one of list, retry, settings');
  },
};

async function list(parameters: string[], { open, out }: CommandContext): Promise<number> {
  const { flag, operands } = understood(parameters, 'failed');
  if (operands.length > 0) throw new WrongUsage('mail list takes no parameters but --failed');
  const { config } = await open();
  const mails = await withStatements(config.database.ownerUrl, (db) => listMails(db, { failed: flag }));
  table(mails).forEach(out);
  return 0;
}

async function retry(parameters: string[], { open, out, tell }: CommandContext): Promise<number> {
  const { flag: all, operands } = understood(parameters, 'all');
  const [id, ...rest] = operands;
  if (rest.length > 0 || all === (id !== undefined) || (id !== undefined && !/^[1-9]\d{0,14}$/.test(id)))
    throw new WrongUsage('mail retry takes the id of a mail, or --all');
  const { config } = await open();
  const ids = await withStatements(config.database.ownerUrl, (db) => retryMails(db, all ? null : Number(id)));
  if (ids.length > 0) out(`Queued again: ${ids.join(', ')}`);
  else tell(all ? 'No mail was given up.' : `No mail ${id} was given up.`);
  return ids.length > 0 || all ? 0 : 1;
}

async function settings(parameters: string[], { open, out, tell }: CommandContext): Promise<number> {
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
  const { config } = await open();
  return withMaintenance(config.database.ownerUrl, async (db) => {
    const isChanged = checked === null || (await changeMailSettings(db, key, checked.change));
    const found = isChanged ? await readMailSettings(db, key) : null;
    if (found === null) {
      tell('No fan club has this key.');
      return 1;
    }
    const { defaults, ...own } = found;
    out(JSON.stringify(checked ? own : { ...own, defaults }, null, 2));
    return 0;
  });
}

/** For `.catch()`: what the file system says, as a value. */
function unreadable(error: unknown): Error {
  if (isFileError(error)) return error;
  throw error;
}

/** The one flag that an action knows, and what else stands behind it. */
function understood(parameters: string[], flag: string): { flag: boolean; operands: string[] } {
  const { values, positionals } = parsed(parameters, { [flag]: { type: 'boolean' } });
  return { flag: values[flag] === true, operands: positionals };
}

/** A line for each mail, below a head. */
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
