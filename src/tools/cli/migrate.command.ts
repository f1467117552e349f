import { type Command, WrongUsage } from './command';

/** `fanclub migrate`, for databases that `npm run serve` serves: that changes no schema itself. */
export const migrateCommand: Command = async (parameters, { open, out }) => {
  if (parameters.length > 0) throw new WrongUsage('migrate takes no parameters');
  await open();
  out('The database has the schema of this version.');
  return 0;
};
