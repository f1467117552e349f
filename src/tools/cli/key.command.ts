import {
  createFanclubKey,
  createOrganizationKey,
  type KeyKind,
  type ListedKey,
  listKeys,
  revokeFanclubKey,
  revokeOrganizationKey,
} from '#platform/keys';
import { columns } from './columns';
import { type Command, type CommandContext, parsed, WrongUsage } from './command';

/** `fanclub key …`: creates, lists and revokes the keys of fan clubs and organizations; see docs/keys.md. */
export const keyCommand: Command = async ([action, ...operands], context) => {
  if (action === 'create') return create(operands, context);
  if (action === 'list') return list(operands, context);
  if (action === 'revoke') return revoke(operands, context);
  throw new WrongUsage('key takes one of create, list, revoke');
};

/** Prints only the key to standard output, so that it can be piped. */
async function create(parameters: string[], { withStatements, out, tell }: CommandContext): Promise<number> {
  const { label, operands } = labelled(parameters);
  const { kind, which } = understood('create', operands);
  if (kind === 'fanclub' && label !== null) throw new WrongUsage('Only keys of organizations have labels');
  return withStatements(async (db) => {
    if (kind === 'fanclub') {
      const created = await createFanclubKey(db, which);
      if (!created) return refused(tell, 'No fan club has or had this key.');
      tell(`Another key of ${created.owner}. It is public and works at once.`);
      out(created.key);
    } else {
      const created = await createOrganizationKey(db, which, label);
      if (!created) return refused(tell, `There is no organization named ${JSON.stringify(which)}.`);
      tell(`Another key of ${created.owner}, with the id ${created.id}. It is secret and shown only now.`);
      out(created.key);
    }
    return 0;
  });
}

async function list(parameters: string[], { withStatements, out }: CommandContext): Promise<number> {
  if (parameters.length > 0) throw new WrongUsage('key list takes no parameters');
  table(await withStatements(listKeys)).forEach(out);
  return 0;
}

async function revoke(parameters: string[], { withStatements, out, tell }: CommandContext): Promise<number> {
  const { kind, which } = understood('revoke', parameters);
  if (kind === 'organization' && !/^[1-9]\d{0,14}$/.test(which))
    throw new WrongUsage('key revoke takes the id of an organization key, as key list shows it');
  const revoked = await withStatements((db) =>
    kind === 'fanclub' ? revokeFanclubKey(db, which) : revokeOrganizationKey(db, Number(which)),
  );
  if (!revoked) return refused(tell, 'There is no such valid key.');
  out(`Revoked. Valid keys that ${revoked.owner} has left: ${revoked.left || 'none'}`);
  return 0;
}

function refused(tell: CommandContext['tell'], why: string): number {
  tell(why);
  return 1;
}

const LABEL = /^\S(.{0,98}\S)?$/u;

/** The value of `--label`, and all other parameters. */
function labelled(parameters: string[]): { label: string | null; operands: string[] } {
  const { values, positionals } = parsed(parameters, { label: { type: 'string' } });
  const { label = null } = values;
  if (label !== null && !LABEL.test(label))
    throw new WrongUsage('A label is 1 to 100 characters on one line, without spaces around them');
  return { label, operands: positionals };
}

function understood(action: string, parameters: string[]): { kind: KeyKind; which: string } {
  const [kind, which, ...rest] = parameters;
  if ((kind !== 'fanclub' && kind !== 'organization') || which === undefined || rest.length > 0)
    throw new WrongUsage(`key ${action} takes fanclub or organization, and which one`);
  return { kind, which };
}

/** A header, and a line for each key. */
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
