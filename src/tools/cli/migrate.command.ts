import { type Command, parseOptions, WrongUsage } from './command';

/**
 * `fanclub migrate`: migrates a database for `npm run serve`, which does not change the schema itself. With `--create-role` it first
 * creates the role in DATABASE_URL, with its password, if it does not exist.
 */
export const migrateCommand: Command = async (parameters, { open, print }) => {
  const { values, positionals } = parseOptions(parameters, { 'create-role': { type: 'boolean' } });
  if (positionals.length > 0) throw new WrongUsage('migrate takes no parameters');
  await open({ createsRole: values['create-role'] });
  print('The database has the schema of this version.');
};
