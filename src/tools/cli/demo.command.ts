import { seedDemo } from '#tools/catalogue';
import { DEMO_LOGINS, hasDemo, importOptions } from '#tools/local';
import { openSiteOf } from '#tools/site';
import { ALL_ENTITIES } from '../../app/all-entities';
import { type Command, type CommandContext, CommandFailed, WrongUsage } from './command';

/** `fanclub demo`: loads the demo, or serves its site, beside `npm run serve`. `npm start` does both by itself. */
export const demoCommand: Command = async ([what, ...rest], context) => {
  if (rest.length > 0 || (what !== 'load' && what !== 'site'))
    throw new WrongUsage('demo takes load or site');
  // Like a server, the command does not migrate the database.
  await context.open({ migrates: false });
  return what === 'load' ? load(context) : serve(context);
};

async function load({ withDatabase, print }: CommandContext): Promise<void> {
  const summary = await withDatabase((db, config) => seedDemo(importOptions(db, config)), ALL_ENTITIES);
  print(summary ? 'Loaded the demo.' : 'The database has fan clubs already, so nothing was loaded.');
}

async function serve({ withDatabase, print, stopped }: CommandContext): Promise<void> {
  const site = await withDatabase(async (db, config) => {
    if (!(await hasDemo(db)))
      throw new CommandFailed('The database does not contain the demo. Run: npx fanclub demo load');
    return openSiteOf({ config, db, api: config.publicUrl }, DEMO_LOGINS[0].key);
  }, ALL_ENTITIES);
  print(`The example site of ${DEMO_LOGINS[0].fanclub} is at ${site.origin}`);
  await stopped;
  await site.close();
}
