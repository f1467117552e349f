import { type Command, WrongUsage } from './command';

/** `fanclub migrate`: for databases that `npm run serve` is to serve, which changes no schema by itself. */
export const migrateCommand: Command = {
  usage: 'migrate',
  summary: 'bring the database to the schema of this version',
  async run(parameters, { open, out }) {
    if (parameters.length > 0) throw new WrongUsage('migrate takes no parameters');
    await open();
    out('The database has the schema of this version.');
    return 0;
  },
};
