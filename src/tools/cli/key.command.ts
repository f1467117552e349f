import { parseId } from '#libs/validation';
import {
  createFanclubKey,
  createOrganizationKey,
  type KeyKind,
  type ListedKey,
  listKeys,
  revokeFanclubKey,
  revokeOrganizationKey,
} from '#platform/tenants';
import {
  columns,
  type Command,
  type CommandContext,
  CommandFailed,
  parseOptions,
  WrongUsage,
} from './command';

/** `fanclub key …`: creates, lists and revokes the keys of fan clubs and organizations; see docs/operations/keys.md. */
export const keyCommand: Command = async ([action, ...operands], context) => {
  if (action === 'create') return create(operands, context);
  if (action === 'list') return list(operands, context);
  if (action === 'revoke') return revoke(operands, context);
  throw new WrongUsage('key takes one of create, list, revoke');
};

/** Prints only the key to standard output, so that it can be piped. */
async function create(parameters: string[], { withStatements, print, log }: CommandContext): Promise<void> {
  const { label, operands } = readLabel(parameters);
  const { kind, which } = readKey('create', operands);
  if (kind === 'fanclub' && label !== null) throw new WrongUsage('Only keys of organizations have labels');
  await withStatements(async (db) => {
    if (kind === 'fanclub') {
      const created = await createFanclubKey(db, which);
      if (!created) throw new CommandFailed('No fan club has or had this key.');
      log(`Another key of ${created.owner}. It is public and valid now.`);
      print(created.key);
    } else {
      const created = await createOrganizationKey(db, which, label);
      if (!created) throw new CommandFailed(`There is no organization named ${JSON.stringify(which)}.`);
      log(`Another key of ${created.owner}, with the id ${created.id}. It is secret and shown only now.`);
      print(created.key);
    }
  });
}

async function list(parameters: string[], { withStatements, print }: CommandContext): Promise<void> {
  if (parameters.length > 0) throw new WrongUsage('key list takes no parameters');
  table(await withStatements(listKeys)).forEach(print);
}

async function revoke(parameters: string[], { withStatements, print }: CommandContext): Promise<void> {
  const { kind, which } = readKey('revoke', parameters);
  if (kind === 'organization' && parseId(which) === null)
    throw new WrongUsage('key revoke takes the id of an organization key, as key list shows it');
  const revoked = await withStatements((db) =>
    kind === 'fanclub' ? revokeFanclubKey(db, which) : revokeOrganizationKey(db, Number(which)),
  );
  if (!revoked) throw new CommandFailed('There is no such valid key.');
  print(`Revoked. Valid keys that ${revoked.owner} has left: ${revoked.left || 'none'}`);
}

const LABEL = /^\S(.{0,98}\S)?$/u;

/** Separates the value of `--label` from all other parameters. */
function readLabel(parameters: string[]): { label: string | null; operands: string[] } {
  const { values, positionals } = parseOptions(parameters, { label: { type: 'string' } });
  const { label = null } = values;
  if (label !== null && !LABEL.test(label))
    throw new WrongUsage('A label is 1 to 100 characters on one line, without spaces around them');
  return { label, operands: positionals };
}

function readKey(action: string, parameters: string[]): { kind: KeyKind; which: string } {
  const [kind, which, ...rest] = parameters;
  if ((kind !== 'fanclub' && kind !== 'organization') || which === undefined || rest.length > 0)
    throw new WrongUsage(`key ${action} takes fanclub or organization, and which one`);
  return { kind, which };
}

function table(keys: readonly ListedKey[]): string[] {
  return columns([
    ['kind', 'id', 'key', 'of', 'label', 'state', 'made', 'last used'],
    ...keys.map(({ kind, id, key, owner, label, createdAt, lastUsedAt, revokedAt }) => [
      kind,
      String(id),
      kind === 'organization' ? `${key}…` : key,
      owner,
      label ?? '-',
      revokedAt === null ? 'valid' : `revoked ${revokedAt.toISOString()}`,
      createdAt.toISOString(),
      lastUsedAt?.toISOString() ?? '-',
    ]),
  ]);
}
