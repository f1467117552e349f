import { join } from 'node:path';
import { machine, writePageFigures } from '../support/page-figures';
import type { MoveReport } from './cells-stage';

const PAGE = join(__dirname, '..', '..', '..', 'docs', 'operations', 'cells.md');

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

/** The middle value and the largest one. */
function medianAndWorst(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)].toFixed(2)} s | ${sorted.at(-1)!.toFixed(2)} s`;
}

/** Prints the figures, and writes them into the page for operators if the run had all moves. */
export function writeMoveFigures(figures: MoveFigures): void {
  const { moves } = figures;
  const text = `Measured on ${new Date().toISOString().slice(0, 10)} with ${machine()} for everything: ${moves.length} moves of ${moves.at(-1)!.rows} rows between two PostgreSQL
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
