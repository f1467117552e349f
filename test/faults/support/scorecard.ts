import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..');
/** One file for each row of the present run. */
const ROWS = join(ROOT, 'node_modules', '.cache', 'faults');
const CARD = join(ROOT, 'docs', 'reliability.md');

/** A row of the scorecard: a fault with its figures, or the reason why it could not be caused. */
export type Row = Figures | { id: string; fault: string; leftOut: string };

/** A fault and its figures. */
export interface Figures {
  id: string;
  fault: string;
  /** Requests that ended after the fault began, and how they ended. */
  requests: number;
  ok: number;
  failure: number;
  busy: number;
  refused: number;
  lostAnswers: number;
  /** Milliseconds. */
  longest: number;
  /** Seconds from the end of the fault to the last failed request, and the promise. */
  recovery: number;
  within: number;
  /** Writes: acknowledged; without a clear answer, so that they were repeated; and those of them that had succeeded. */
  acknowledged: number;
  repeated: number;
  hadSucceeded: number;
  /** Differences between the ledger and the database. */
  missing: number;
  doubled: number;
  remark: string;
  /** The duration of the test. */
  seconds: number;
}

/** Forgets the rows of earlier runs. */
export function clearRows(): void {
  rmSync(ROWS, { recursive: true, force: true });
  mkdirSync(ROWS, { recursive: true });
}

export function saveRow(row: Row): void {
  writeFileSync(join(ROWS, `${row.id}.json`), JSON.stringify(row));
}

/** The rows of this run, in the order of the programme. */
export function savedRows(): Row[] {
  const number = ({ id }: Row) => Number(/\d+/.exec(id)?.[0] ?? 0);
  return readdirSync(ROWS)
    .map((name) => JSON.parse(readFileSync(join(ROWS, name), 'utf8')) as Row)
    .sort((a, b) => a.id[0].localeCompare(b.id[0]) || number(a) - number(b) || a.id.localeCompare(b.id));
}
