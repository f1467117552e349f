import { SystemClock } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { operatorOf, recordByCommand } from '#platform/audit';
import { reseal } from '#platform/database';
import { withMaintenance } from '#tools/local';
import { type Command, WrongUsage } from './command';

/** `fanclub reseal`: the second step of rotating ENCRYPTION_KEYS, after which the old key can be dropped. */
export const resealCommand: Command = {
  usage: 'reseal',
  summary: 'seal all secrets at rest with the newest of ENCRYPTION_KEYS',
  async run(parameters, { open, out, tell }) {
    if (parameters.length > 0) throw new WrongUsage('reseal takes no parameters');
    const { config } = await open();
    const sealer = new Sealer(config.encryptionKeys);
    const results = await withMaintenance(config.database.ownerUrl, async (db) => {
      // It works batch by batch, so the record comes first: one of a reseal that was cut short is true as well.
      await recordByCommand(db, new SystemClock().now(), operatorOf(null), { action: 'secrets.resealed' });
      return reseal(db, sealer);
    });
    for (const { table, column, renewed, lost } of results) {
      out(`${table}.${column}: ${renewed} sealed anew`);
      if (lost.length > 0) tell(`${table}.${column}: no known key opens the rows ${lost.join(', ')}.`);
    }
    return results.some(({ lost }) => lost.length > 0) ? 1 : 0;
  },
};
