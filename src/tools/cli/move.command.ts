import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { DataSource } from 'typeorm';
import { withMaintenance } from '#tools/local';
import { StillWriting } from '#platform/tenants';
import { ClubMove, MoveRefused } from '#tools/move';
import { type Command, CommandFailed, parseOptions, WrongUsage } from './command';

/** `fanclub move`: moves a fan club to another cell while it is in use; see docs/operations/cells.md. */
export const moveCommand: Command = async (parameters, { withDatabase, print, log, progress }) => {
  const { values, positionals } = parseOptions(parameters, {
    to: { type: 'string' },
    source: { type: 'string' },
    routes: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    abort: { type: 'boolean', default: false },
  });
  const { to, source, routes } = values;
  if (positionals.length !== 1) throw new WrongUsage('move takes one key of a fan club');
  if (!to) throw new WrongUsage('move takes the address of the other database: --to URL');
  if (values['dry-run'] && values.abort) throw new WrongUsage('move takes one of --dry-run, --abort');
  const [key] = positionals;
  await withDatabase(async (here, { database }) =>
    withMaintenance(to, async (there: DataSource) => {
      const move = await ClubMove.of(here, there, { key, sourceUrl: source ?? database.ownerUrl });
      if (!move) throw new CommandFailed('No fan club has or had this key.');
      try {
        if (values.abort) {
          await move.abort();
          return print(`${move.fanclub} stays here, and the other database has nothing of it.`);
        }
        if (values['dry-run']) {
          const faults = await move.faults();
          if (faults.length > 0) throw new MoveRefused(...faults);
          return print(`${move.fanclub} can be moved: ${await move.rows} rows.`);
        }
        const { rows, held } = await move.move({
          step: async (step) => {
            // The other database serves the fan club from now on.
            if (step === 'clean up' && routes) await updateRoutes(routes, await move.routes(), log);
            log(`${step} …`);
          },
          progress: (text) => progress?.(text),
        });
        print(
          `${move.fanclub} has moved: ${rows} rows${held === null ? '' : `, held for ${(held / 1000).toFixed(2)} s`}.`,
        );
        if (!routes) print('Now give the proxy the routes of both cells (docs/operations/cells.md).');
      } catch (error) {
        if (error instanceof MoveRefused) throw new CommandFailed(...error.faults);
        if (error instanceof StillWriting)
          throw new CommandFailed(
            'Some transactions may still write, and have not ended within 10 seconds. Repeat the move.',
          );
        throw error;
      } finally {
        progress?.('');
      }
    }),
  );
};

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
