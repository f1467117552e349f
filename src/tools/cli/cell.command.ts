import { HIGHEST_CELL, idRangeOf, initCell } from '#platform/database';
import { type Command, CommandFailed, parseOptions, WrongUsage } from './command';

/** `fanclub cell init N`: gives a database the ids of one of several; see docs/operations/scaling.md#several-databases. */
export const cellCommand: Command = async (parameters, { withDatabase, print }) => {
  const [action, text = '', ...rest] = parseOptions(parameters, {}).positionals;
  if (action !== 'init') throw new WrongUsage('cell takes init');
  const cell = Number(text);
  if (!/^(0|[1-9]\d{0,3})$/.test(text) || cell > HIGHEST_CELL || rest.length > 0)
    throw new WrongUsage(`cell init takes a number from 0 to ${HIGHEST_CELL}`);
  const moved = await withDatabase((db) => initCell(db, cell));
  if (moved.length > 0)
    throw new CommandFailed(
      `Nothing was done: this database has generated ids of another cell, in ${moved.join(', ')}.`,
    );
  const { lowest, highest } = idRangeOf(cell);
  print(`This database is cell ${cell}. Its new ids are ${lowest} to ${highest}.`);
};
