import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { DataSource } from 'typeorm';
import { withMaintenance } from '#tools/local';
import { SystemClock } from '#libs/clock';
import { Sql } from '#platform/database';
import { listenerName } from '#platform/published';
import { fanclubOfKey, HoldEnded, StillWriting } from '#platform/tenants';
import { ClubMove, describeBytes, MoveRefused, oldRows, parseBytes, purgeOldRows } from '#tools/move';
import { logLeftOut } from './cell-routes';
import {
  columns,
  type Command,
  type CommandContext,
  CommandFailed,
  parseOptions,
  WrongUsage,
} from './command';

/** `fanclub move`: moves a fan club to another cell while it is in use; see docs/operations/cells.md. */
export const moveCommand: Command = async (parameters, context) => {
  const { values, positionals } = parseOptions(parameters, {
    to: { type: 'string' },
    source: { type: 'string' },
    routes: { type: 'string' },
    'disk-free': { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    abort: { type: 'boolean', default: false },
    purge: { type: 'boolean', default: false },
  });
  const { to, source, routes } = values;
  if (positionals.length !== 1) throw new WrongUsage('move takes one key of a fan club');
  if (values.purge) {
    if (values.abort || to || source || routes || values['disk-free'])
      throw new WrongUsage('move --purge works on this database alone, and takes only --dry-run');
    return purge(positionals[0], values['dry-run'], context);
  }
  const free = values['disk-free'] === undefined ? undefined : parseBytes(values['disk-free']);
  if (free === null) throw new WrongUsage('--disk-free takes a size such as 20GB');
  if (!to) throw new WrongUsage('move takes the address of the other database: --to URL');
  if (values['dry-run'] && values.abort) throw new WrongUsage('move takes one of --dry-run, --abort');
  const [key] = positionals;
  const { withDatabase, print, log, progress } = context;
  await withDatabase(async (here, config) =>
    withMaintenance(to, async (there: DataSource) => {
      const sourceUrl = source ?? config.database.ownerUrl;
      const move = await ClubMove.of(here, there, { key, sourceUrl, process: listenerName(config), free });
      if (!move) throw new CommandFailed('No fan club has or had this key.');
      try {
        if (values.abort) {
          await move.abort();
          return print(`${move.fanclub} stays here, and the other database has nothing of it.`);
        }
        if (values['dry-run']) {
          const faults = await move.faults();
          if (faults.length > 0) throw new MoveRefused(...faults);
          const { rows, bytes } = await move.size();
          return print(
            `${move.fanclub} can be moved: ${rows} rows, about ${describeBytes(bytes)} with indexes.`,
          );
        }
        const { rows, held, staysHeld } = await move.move({
          step: async (step) => {
            // The other database serves the fan club from now on.
            if (step === 'clean up' && routes) {
              const { lines, leftOut } = await move.routes();
              await updateRoutes(routes, lines, log);
              logLeftOut(leftOut, log);
            }
            log(`${step} …`);
          },
          progress: (text) => progress?.(text),
        });
        print(
          `${move.fanclub} has moved: ${rows} rows${held === null ? '' : `, held for ${(held / 1000).toFixed(2)} s`}.`,
        );
        if (staysHeld) print(`It was held before, and still is: fanclub release ${key}`);
        if (!routes) print('Now give the proxy the routes of both cells (docs/operations/cells.md).');
      } catch (error) {
        if (error instanceof StillWriting)
          throw new CommandFailed(
            'Some transactions may still write, and have not ended within 10 seconds. Repeat the move.',
          );
        if (error instanceof HoldEnded)
          throw new CommandFailed('Another command has released the fan club meanwhile. Repeat the move.');
        return refuse(error);
      } finally {
        progress?.('');
      }
    }),
  );
};

/** Deletes the rows that a fan club has left here, or shows how many there are. */
async function purge(key: string, isDryRun: boolean, context: CommandContext): Promise<void> {
  const { withDatabase, print, progress } = context;
  await withDatabase(async (db) => {
    const club = await fanclubOfKey(new Sql(db), key);
    if (!club) throw new CommandFailed('No fan club has or had this key.');
    let done = 0;
    const onDeleted = (rows: number, all: number): void => {
      done += rows;
      progress?.(`deleting ${Math.min(100, Math.floor((100 * done) / all))} %`);
    };
    const purging = isDryRun
      ? oldRows(db, club.id)
      : purgeOldRows(db, new SystemClock(), club.id, onDeleted).finally(() => progress?.(''));
    const { movedTo, rows } = await purging.catch(refuse);
    const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
    const what = `${total} old rows of ${club.name}, which is in ${movedTo},`;
    if (!isDryRun) return print(`${what} are deleted.`);
    print(`${what} would be deleted.`);
    columns([
      ['  table', 'rows'],
      ...[...rows].map(([table, count]) => [`  ${table}`, String(count)]),
    ]).forEach(print);
  });
}

/** @throws CommandFailed for a MoveRefused, and any other error as it is */
function refuse(error: unknown): never {
  throw error instanceof MoveRefused ? new CommandFailed(...error.faults) : error;
}

/** Runs the operator's command with the changed routes as its input. The move goes on if it fails. */
async function updateRoutes(
  command: string,
  lines: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'ignore', 'pipe'] });
  // A command that finds all routes itself does not read them.
  child.stdin.on('error', () => undefined).end(`${lines.join('\n')}\n`);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) log(`The proxy did not get the routes; run the command again. ${errors.trim()}`);
}
