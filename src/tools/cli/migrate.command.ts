import { serverRoleOf } from '#platform/database';
import { type Command, CommandFailed, parseOptions, WrongUsage } from './command';

/**
 * `fanclub migrate`: migrates a database for `npm run serve`, which does not change the schema itself. With `--create-role` it first
 * creates the role in DATABASE_URL, with its password, if it does not exist.
 */
export const migrateCommand: Command = async (parameters, { open, print }) => {
  const { values, positionals } = parseOptions(parameters, { 'create-role': { type: 'boolean' } });
  if (positionals.length > 0) throw new WrongUsage('migrate takes no parameters');
  const { config } = await open({ createsRole: values['create-role'] });
  print('The database has the schema of this version.');
  const { url, ownerUrl } = config.database;
  if (values['create-role'] && serverRoleOf(url, ownerUrl) === null)
    throw new CommandFailed('No role was created: DATABASE_URL and DATABASE_OWNER_URL have the same one.');
};
