import { SystemClock } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { operatorOf, recordByCommand } from '#platform/audit';
import { reseal, Sql } from '#platform/database';
import { ALL_ENTITIES } from '../../app/all-entities';
import { type Command, CommandFailed, WrongUsage } from './command';

/** `fanclub reseal`: the second step of rotating ENCRYPTION_KEYS. After this step the old key can be removed. */
export const resealCommand: Command = async (parameters, { withDatabase, print }) => {
  if (parameters.length > 0) throw new WrongUsage('reseal takes no parameters');
  const results = await withDatabase(async (db, { encryptionKeys }) => {
    // Recorded first, because an interrupted run has resealed some secrets as well.
    const action = 'secrets.resealed';
    await recordByCommand(new Sql(db), new SystemClock().now(), operatorOf(null), { action });
    return reseal(db, new Sealer(encryptionKeys));
  }, ALL_ENTITIES);
  for (const { table, column, renewed } of results) {
    print(`${table}.${column}: ${renewed} resealed`);
  }
  const failures = results.flatMap(({ table, column, held, lost }) => [
    ...(lost.length > 0 ? [`${table}.${column}: no known key opens the rows ${lost.join(', ')}.`] : []),
    ...(held > 0
      ? [`${table}.${column}: ${held} are of fan clubs that are held. Repeat after their release.`]
      : []),
  ]);
  if (failures.length > 0) throw new CommandFailed(...failures);
};
