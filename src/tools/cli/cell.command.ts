import { HIGHEST_CELL, idRangeOf, initCell, Sql } from '#platform/database';
import { cellRoutes } from './cell-routes';
import { type Command, type CommandContext, CommandFailed, parseOptions, WrongUsage } from './command';

/** `fanclub cell …`: one of several databases; see docs/operations/cells.md. */
export const cellCommand: Command = async (parameters, context) => {
  const [action, operand = '', ...rest] = parseOptions(parameters, {}).positionals;
  if (rest.length > 0) throw new WrongUsage(`cell ${action} takes one parameter`);
  if (action === 'init') return init(operand, context);
  if (action === 'routes') return routes(operand, context);
  throw new WrongUsage('cell takes one of init, routes');
};

/** Gives a database the ids of its number. */
async function init(text: string, { withDatabase, print }: CommandContext): Promise<void> {
  const cell = Number(text);
  if (!/^(0|[1-9]\d{0,3})$/.test(text) || cell > HIGHEST_CELL)
    throw new WrongUsage(`cell init takes a number from 0 to ${HIGHEST_CELL}`);
  const moved = await withDatabase((db) => initCell(db, cell));
  if (moved.length > 0)
    throw new CommandFailed(
      `Nothing was done: this database has generated ids of another cell, in ${moved.join(', ')}.`,
    );
  const { lowest, highest } = idRangeOf(cell);
  print(`This database is cell ${cell}. Its new ids are ${lowest} to ${highest}.`);
}

/** Prints what the proxy in front of all cells needs to know. */
async function routes(backend: string, { withDatabase, print, log }: CommandContext): Promise<void> {
  if (!/^[\w.-]+$/.test(backend))
    throw new WrongUsage('cell routes takes the name of a backend of the proxy');
  const { lines, leftOut } = await withDatabase((db, { staff }) =>
    cellRoutes(new Sql(db), backend, staff.url && new URL(staff.url).hostname),
  );
  lines.forEach(print);
  leftOut.forEach((key) =>
    log(`Left out, because a map of HAProxy cannot contain it: the key ${JSON.stringify(key)}`),
  );
}
