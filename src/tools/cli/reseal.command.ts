import { SystemClock } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { operatorOf, recordByCommand } from '#platform/audit';
import { reseal } from '#platform/database';
import { ALL_ENTITIES } from '../../all-entities';
import { type Command, WrongUsage } from './command';

/** `fanclub reseal`: the second step of rotating ENCRYPTION_KEYS. After it the old key can be removed. */
export const resealCommand: Command = async (parameters, { withDatabase, out, tell }) => {
  if (parameters.length > 0) throw new WrongUsage('reseal takes no parameters');
  const results = await withDatabase(async (db, { encryptionKeys }) => {
    // Recorded first: resealing works in batches, so an interrupted run has changed secrets too.
    await recordByCommand(db, new SystemClock().now(), operatorOf(null), { action: 'secrets.resealed' });
    return reseal(db, new Sealer(encryptionKeys));
  }, ALL_ENTITIES);
  for (const { table, column, renewed, lost } of results) {
    out(`${table}.${column}: ${renewed} resealed`);
    if (lost.length > 0) tell(`${table}.${column}: no known key opens the rows ${lost.join(', ')}.`);
  }
  return results.some(({ lost }) => lost.length > 0) ? 1 : 0;
};
