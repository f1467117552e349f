import { seedDemo } from '#tools/catalogue';
import { DEMO_LOGINS, hasDemo, importOptions } from '#tools/local';
import { openSiteOf } from '#tools/site';
import { ALL_ENTITIES } from '../../all-entities';
import { type Command, CommandFailed, WrongUsage } from './command';

/** `fanclub demo-site`: serves the example site in its own process, beside `npm run serve`. `npm start` needs no such process. */
export const demoSiteCommand: Command = async (parameters, { open, withDatabase, print, log, stopped }) => {
  if (parameters.length > 0) throw new WrongUsage('demo-site takes no parameters');
  // Like a server, the command does not migrate the database.
  await open({ migrates: false });
  const site = await withDatabase(async (db, config) => {
    if (config.seedDemo && (await seedDemo(importOptions(db, config)))) log('Loaded the demo.');
    if (!(await hasDemo(db)))
      throw new CommandFailed(
        'The database does not contain the demo. SEED_DEMO=true loads it into a database without fan clubs.',
      );
    return openSiteOf({ config, db, api: config.publicUrl }, DEMO_LOGINS[0].key);
  }, ALL_ENTITIES);
  print(`The example site of ${DEMO_LOGINS[0].fanclub} is at ${site.origin}`);
  await stopped;
  await site.close();
};
