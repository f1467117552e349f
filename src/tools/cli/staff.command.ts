import { isEmail } from 'class-validator';
import { disableStaff, inviteStaff, listStaff, type Role, resetStaff, ROLES } from '#platform/staff';
import {
  columns,
  type Command,
  type CommandContext,
  CommandFailed,
  parseOptions,
  WrongUsage,
} from './command';

/** `fanclub staff`: invites people, lists them, resets how one logs in, and locks one out. */
export const staffCommand: Command = async ([action, ...parameters], context) => {
  if (action === 'invite') return invite(parameters, context);
  if (action === 'reset') return reset(parameters, context);
  if (action === 'disable' || action === 'enable') return disable(action, parameters, context);
  if (action === 'list' && parameters.length === 0) return list(context);
  throw new WrongUsage(
    'staff invites people, lists them, resets how one logs in, or disables or enables one',
  );
};

async function invite(parameters: string[], { open, withStatements, print }: CommandContext): Promise<void> {
  const { values, positionals } = parseOptions(parameters, {
    organization: { type: 'string' },
    fanclub: { type: 'string' },
    role: { type: 'string', default: 'owner' },
  });
  const [email, ...more] = positionals;
  const { organization, fanclub = null, role } = values;
  if (email === undefined || more.length > 0 || organization === undefined) {
    throw new WrongUsage('staff invite takes --organization and one e-mail address');
  }
  if (!isEmail(email, { require_tld: false })) throw new CommandFailed(`${email} is not an e-mail address.`);
  if (!isRole(role)) throw new CommandFailed(`There is no role ${role}; there are ${ROLES.join(', ')}.`);
  const { config } = await open();
  const link = await withStatements((db) =>
    inviteStaff(db, config, { email, organization, key: fanclub, role }),
  );
  if (link === null)
    throw new CommandFailed('There is no such organization, or it has no fan club with this key.');
  print(`An invitation is on its way to ${email}. Its link, which works once and for three days:`);
  print(link);
}

async function reset(parameters: string[], { open, withStatements, print }: CommandContext): Promise<void> {
  const [email, ...more] = parameters;
  if (email === undefined || more.length > 0) throw new WrongUsage('staff reset takes one e-mail address');
  const { config } = await open();
  const link = await withStatements((db) => resetStaff(db, config, email));
  if (link === null) throw new CommandFailed('Nobody on the staff has this address and a role.');
  print(`A mail is on its way to ${email}. Its link, which works once and for three days:`);
  print(link);
}

async function disable(
  action: 'disable' | 'enable',
  [email, ...more]: string[],
  { withStatements, print }: CommandContext,
): Promise<void> {
  if (email === undefined || more.length > 0)
    throw new WrongUsage(`staff ${action} takes one e-mail address`);
  const found = await withStatements((db) => disableStaff(db, email, action === 'disable'));
  if (!found) throw new CommandFailed('Nobody on the staff has this address.');
  print(action === 'disable' ? `${email} is logged out and locked out.` : `${email} can log in again.`);
}

async function list({ withStatements, print }: CommandContext): Promise<void> {
  const people = await withStatements(listStaff);
  const rows = people.map(({ email, name, organization, fanclub, role, disabledAt }) => [
    email,
    name,
    disabledAt ? 'locked out' : (role ?? 'no role'),
    fanclub ?? (organization === null ? '' : `all of ${organization}`),
  ]);
  columns([['E-MAIL', 'NAME', 'ROLE', 'FAN CLUB'], ...rows]).forEach(print);
}

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);
