import { setTimeout as sleep } from 'node:timers/promises';
import type { Step } from '../../../src/tools/move';
import { repeatUnknown } from '../support/writes';
import { READS, Traffic } from '../support/traffic';
import { CellsStage } from './cells-stage';
import { type KillOutcome, writeKillFigures } from './figures';
import { Prober } from './prober';
import { NO_PROXY } from './proxy';

/*
 * Either database, or the command, is killed while a fan club in use moves. Afterwards the move is repeated, or aborted and repeated.
 */

/** The steps of a move, in their order. */
const STEPS: readonly Step[] = ['copy', 'catch up', 'hold', 'compare', 'leave', 'arrive', 'clean up'];
const VICTIMS = ['the old database', 'the new database', 'the command'] as const;
/** Milliseconds in which a database that was killed stays away. */
const AWAY = 500;
/** Milliseconds from a command that continues or aborts the move to the next acknowledged write. */
const BOUND = 30_000;

let stage: CellsStage;
const outcomes: KillOutcome[] = [];

/** Every victim at every step. An abort is possible until the fan club leaves; every second of those cases has one. */
const CASES = VICTIMS.flatMap((victim, v) =>
  STEPS.map((step, s) => ({
    victim,
    step,
    aborts: s < STEPS.indexOf('arrive') && (v + s) % 2 === 1,
  })),
);

/** Whether the fan club still is where the move began. */
async function isHere(from: number): Promise<boolean> {
  const [{ movedTo }] = await stage.cells[from].db.query<[{ movedTo: string | null }]>(
    'SELECT moved_to AS "movedTo" FROM fanclubs WHERE id = $1',
    [(await stage.given.tenant)!.id],
  );
  return movedTo === null;
}

/** The rows of the fan club in a cell that its customers have made. */
async function copiedRows(cell: number): Promise<number> {
  const [{ count }] = await stage.cells[cell].db.query<[{ count: number }]>(
    'SELECT (SELECT count(*) FROM customers WHERE fanclub_id = $1)::integer + (SELECT count(*) FROM sessions WHERE fanclub_id = $1)::integer AS count',
    [(await stage.given.tenant)!.id],
  );
  return count;
}

/** Begins a move, kills the victim when a step begins, and starts a database again. Resolves when the command has ended, to its success. */
async function moveAndKill(victim: (typeof VICTIMS)[number], step: Step): Promise<boolean> {
  const from = stage.home;
  const command = stage.command(from, ...stage.moving());
  command.spawn();
  while (!command.output.includes(`${step} …`)) {
    if (!command.isRunning) throw new Error(`The move ended before “${step}”: ${command.output}`);
    await sleep(1);
  }
  if (victim === 'the command') await command.kill('SIGKILL');
  else {
    const { postgres } = stage.cells[victim === 'the old database' ? from : 1 - from];
    await postgres.kill();
    await sleep(AWAY);
    await postgres.start();
  }
  return (await command.end) === 0;
}

/** Runs a command of the move until it succeeds. Servers need a moment to connect to a database that has come back. */
async function untilItSucceeds(...options: string[]): Promise<void> {
  for (const end = performance.now() + BOUND; ; await sleep(200)) {
    const { code, output } = await stage.run(stage.home, ...stage.moving(...options));
    if (code === 0) return;
    if (performance.now() > end) throw new Error(output);
  }
}

if (NO_PROXY) {
  it.skip(`not run: kills during moves, because ${NO_PROXY}`, () => undefined);
} else {
  beforeAll(async () => (stage = await CellsStage.open()), 400_000);
  afterAll(async () => {
    writeKillFigures(outcomes, CASES.length);
    await stage?.close();
  }, 60_000);

  it.each(CASES)(
    'kill -9 of $victim at the step “$step” (abort: $aborts): nothing is lost, no two cells write, nothing is left',
    async ({ victim, step, aborts }) => {
      const from = stage.home;
      const prober = new Prober(
        stage.key,
        stage.servers.map(({ origin }) => origin),
        stage.ledger,
      );
      const traffic = new Traffic(stage, { perSecond: 8 });
      traffic.start();
      await prober.acknowledged(from);

      const survived = await moveAndKill(victim, step);
      const since = performance.now();
      let recovered = 0;
      const isAborted = aborts && !survived && (await isHere(from));
      if (isAborted) {
        await untilItSucceeds('--abort');
        recovered = (await prober.acknowledged(from)) - since;
        expect([await stage.leftovers(), await copiedRows(1 - from)]).toEqual([[], 0]);
      }
      if (!survived) await untilItSucceeds();
      stage.home = 1 - from;
      const arrived = await prober.acknowledged(stage.home);
      if (!isAborted) recovered = arrived - since;
      await prober.stop();
      await traffic.stop();
      await repeatUnknown(stage);

      expect(prober.strange).toEqual([]);
      expect(prober.inBoth(from)).toEqual([]);
      expect(await stage.leftovers()).toEqual([]);
      const wrong = traffic.samples.filter(({ outcome }) => outcome === 'wrong');
      expect(wrong.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([]);
      expect(traffic.samples.some(({ kind, outcome }) => outcome === 'ok' && !READS.includes(kind))).toBe(
        true,
      );
      const home = stage.cells[stage.home].db;
      const differences = await stage.ledger.compare(home, (cookie) => stage.isLoggedIn(cookie));
      expect(differences).toEqual({ lost: [], doubled: [] });
      expect(recovered).toBeLessThan(BOUND);
      const then = survived ? 'none' : isAborted ? 'aborted' : 'repeated';
      outcomes.push({ victim, step, then, recovered: recovered / 1000, acknowledged: prober.writes.length });
    },
    180_000,
  );
}
