import { HIGHEST_CELL, idRangeOf, initCell, ownCell, Sql } from '#platform/database';
import { discardJobs } from '#platform/jobs';
import { holdFanclub, HoldEnded, leaveFanclub, ServedElsewhere, StillWriting } from '#platform/tenants';
import { cellRoutes, logLeftOut } from './cell-routes';
import { type Command, type CommandContext, CommandFailed, parseOptions, WrongUsage } from './command';

/** `fanclub cell …`: one of several databases; see docs/operations/cells.md. */
export const cellCommand: Command = async (parameters, context) => {
  const [action, operand = '', ...rest] = parseOptions(parameters, {}).positionals;
  if (action === 'left' && rest.length === 1) return left(operand, rest[0], context);
  if (action === 'left')
    throw new WrongUsage('cell left takes one key of a fan club and the number of a cell');
  if (rest.length > 0) throw new WrongUsage(`cell ${action} takes one parameter`);
  if (action === 'init') return init(operand, context);
  if (action === 'routes') return routes(operand, context);
  throw new WrongUsage('cell takes one of init, routes, left');
};

function cellNumber(command: string, text: string): number {
  const cell = Number(text);
  if (!/^(0|[1-9]\d{0,3})$/.test(text) || cell > HIGHEST_CELL)
    throw new WrongUsage(`${command} takes a number from 0 to ${HIGHEST_CELL}`);
  return cell;
}

/** Milliseconds to wait for transactions that may write to the fan club. */
const PATIENCE = 10_000;

/** For a database that was restored from before a move: another cell serves the fan club, so this one must not. */
async function left(key: string, text: string, { withStatements, print }: CommandContext): Promise<void> {
  const cell = cellNumber('cell left', text);
  const name = await withStatements(async (db) => {
    if (cell === (await ownCell(db))) throw new CommandFailed(`This database is cell ${cell} itself.`);
    const hold = await holdFanclub(db, key, PATIENCE, true);
    if (!hold) throw new CommandFailed('No fan club has or had this key.');
    // The other cell has sent these mails, or will. Before the fan club leaves, so that the command can be repeated until then.
    await discardJobs(db, hold.id);
    await leaveFanclub(db, hold, `cell ${cell}`);
    return hold.name;
  }).catch((error: unknown) => {
    if (error instanceof StillWriting)
      throw new CommandFailed('Some transactions may still write. Stop the processes of this cell first.');
    const isExpected = error instanceof ServedElsewhere || error instanceof HoldEnded;
    throw isExpected ? new CommandFailed(error.message) : error;
  });
  print(`${name} is in cell ${cell}, and stays held here.`);
}

/** Gives a database the ids of its number. */
async function init(text: string, { withDatabase, print }: CommandContext): Promise<void> {
  const cell = cellNumber('cell init', text);
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
  logLeftOut(leftOut, log);
}
