import { join } from 'node:path';
import { machine, writePageFigures } from '../support/page-figures';
import type { MoveReport } from './cells-stage';

const PAGE = join(__dirname, '..', '..', '..', 'docs', 'operations', 'cells.md');

/** Today in UTC. */
const today = (): string => new Date().toISOString().slice(0, 10);

/** The figures of moves under load. */
export interface MoveFigures {
  readonly moves: readonly (MoveReport & { readonly withoutWrites: number })[];
  readonly requests: number;
  readonly refused: number;
  readonly acknowledged: number;
  readonly ofOther: number;
  readonly paid: number;
  readonly refunded: number;
  readonly mails: number;
  readonly sessions: number;
}

/** What a kill during a move came to. */
export interface KillOutcome {
  readonly victim: string;
  readonly step: string;
  /** What the operator did afterwards; `none`: the command survived. */
  readonly then: 'none' | 'repeated' | 'aborted';
  /** Seconds from then until the next acknowledged write. */
  readonly recovered: number;
  /** Acknowledged writes that were sent to the servers of both cells. */
  readonly acknowledged: number;
}

/** A move of a large fan club in use. */
export interface LargeMove extends MoveReport {
  /** Milliseconds of reads before the move and while it copied: the middle one, and the slowest of a hundred. */
  readonly before: readonly [number, number];
  readonly during: readonly [number, number];
  /** Cores that the PostgreSQL server of the old cell used before the move and while it copied. */
  readonly load: readonly [number, number];
}

/** The middle value and the largest one. */
function medianAndWorst(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)].toFixed(2)} s | ${sorted.at(-1)!.toFixed(2)} s`;
}

/** Prints the figures, and writes them into the page for operators if the run had all moves. */
export function writeMoveFigures(figures: MoveFigures): void {
  const { moves } = figures;
  const text = `Measured on ${today()} with ${machine()} for everything: ${moves.length} moves of ${moves.at(-1)!.rows} rows between two PostgreSQL
servers, ${figures.requests} requests.

| Time | Median | Worst |
| --- | --: | --: |
| held | ${medianAndWorst(moves.map(({ held }) => held))} |
| no acknowledged write, until the proxy has the routes | ${medianAndWorst(moves.map((one) => one.withoutWrites))} |
| the whole command | ${medianAndWorst(moves.map(({ lasted }) => lasted))} |

Acknowledged writes: ${figures.acknowledged}, with ${figures.paid} purchases and ${figures.refunded} refunds; ${figures.ofOther} of another fan club of the first cell. Lost or doubled: none.
Requests that were refused and sent again: ${figures.refused}, none of the other fan club. Sessions that ended: none of ${figures.sessions}. Mails sent: ${figures.mails}, none of them twice.
`;
  process.stderr.write(`${text}\n`);
  if (moves.length >= 20) writePageFigures(PAGE, 'npm run test:faults -- cells/moves', text);
}

/** Prints what kills came to, and writes it into the page for operators if all cases have run. */
export function writeKillFigures(outcomes: readonly KillOutcome[], cases: number): void {
  if (outcomes.length === 0) return;
  const of = (then: KillOutcome['then']): number => outcomes.filter((one) => one.then === then).length;
  const text = `Measured on ${today()} with ${machine()} for everything: ${outcomes.length} kills during moves. ${of('none')} times the command survived, ${of('repeated')} times
it was repeated, ${of('aborted')} times aborted. Acknowledged writes at the two cells, without the proxy: ${outcomes.reduce((sum, one) => sum + one.acknowledged, 0)}. Lost: none. Writes that the old cell
acknowledged after the new one had begun: none. Slots, publications and subscriptions left: none.

| Time | Median | Worst |
| --- | --: | --: |
| from the repetition or the abort to the next acknowledged write | ${medianAndWorst(outcomes.map(({ recovered }) => recovered))} |
`;
  for (const { victim, step, then, recovered } of outcomes)
    process.stderr.write(`${victim}, ${step}: ${then}, ${recovered.toFixed(2)} s\n`);
  process.stderr.write(`${text}\n`);
  if (outcomes.length === cases) writePageFigures(PAGE, 'npm run test:faults -- cells/move-kills', text);
}

/** Prints the figures of a large move there and back, and writes them into the page for operators if it was as large as the page says. */
export function writeLargeMoveFigures(
  customers: number,
  perSecond: number,
  there: LargeMove,
  back: LargeMove,
  acknowledged: number,
): void {
  const row = (what: string, of: (move: LargeMove) => string): string =>
    `| ${what} | ${of(there)} | ${of(back)} |`;
  const reads = ([middle, slowest]: readonly [number, number]): string =>
    `${middle.toFixed(0)} ms, ${slowest.toFixed(0)} ms`;
  const text = `Measured on ${today()} with ${machine()} for everything: a fan club of ${customers} customers (${there.rows} rows), ${perSecond} requests a second,
${acknowledged} acknowledged writes, none lost or doubled.

| | There | Back |
| --- | --: | --: |
${row('the whole command', ({ lasted }) => `${lasted.toFixed(1)} s`)}
${row('until it was held: copy and catch up', ({ copied }) => `${copied.toFixed(1)} s`)}
${row('held', ({ held }) => `${held.toFixed(2)} s`)}
${row('reads before the move: median, slowest of a hundred', ({ before }) => reads(before))}
${row('reads while it copied', ({ during }) => reads(during))}
${row('cores used by the PostgreSQL of the old cell: before the move, while it copied', ({ load: [quiet, copying] }) => `${quiet.toFixed(2)}, ${copying.toFixed(2)}`)}
`;
  process.stderr.write(`${text}\n`);
  if (customers >= 100_000) writePageFigures(PAGE, 'npm run test:faults -- cells/large-move', text);
}
