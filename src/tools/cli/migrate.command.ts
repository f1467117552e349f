import { type Command, WrongUsage } from './command';

/** `fanclub migrate`: migrates a database for `npm run serve`, which does not change the schema itself. */
export const migrateCommand: Command = async (parameters, { open, print }) => {
  if (parameters.length > 0) throw new WrongUsage('migrate takes no parameters');
  await open();
  print('The database has the schema of this version.');
};
