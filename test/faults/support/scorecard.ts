import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..');
/** One file for each row of the present run. */
const ROWS = join(ROOT, 'node_modules', '.cache', 'faults');
const SPECS = join(ROOT, 'test', 'faults');
const CARD = join(ROOT, 'docs', 'reference', 'reliability.md');

/** A row of the scorecard: a fault with its figures, or the reason why it could not be caused. */
export type Row = Figures | { id: string; fault: string; leftOut: string };

/** A fault and its figures. */
export interface Figures {
  id: string;
  fault: string;
  /** Whether all claims held. */
  held: boolean;
  /** Requests that ended after the fault began, and how they ended. */
  requests: number;
  ok: number;
  failure: number;
  busy: number;
  refused: number;
  lostAnswers: number;
  /** Answers that the contract does not allow. */
  wrong: number;
  /** Milliseconds. */
  longest: number;
  /** The longest time without an acknowledged write, in seconds. */
  withoutWrites: number;
  /** Reads without a session, and those of them that failed. */
  publicReads: number;
  publicFailed: number;
  /** Seconds from the end of the fault to the last failed request, and the promise. */
  recovery: number;
  within: number;
  /** Writes: acknowledged; without a clear answer, so that they were repeated; and those of them that had succeeded. */
  acknowledged: number;
  /** All acknowledged writes so far, which the ledger is compared with. */
  checked: number;
  repeated: number;
  hadSucceeded: number;
  /** Differences between the ledger and the database. */
  missing: number;
  doubled: number;
  remark: string;
  /** The version of the database. */
  postgres: string;
}

/** Forgets the rows of earlier runs. */
export function clearRows(): void {
  rmSync(ROWS, { recursive: true, force: true });
  mkdirSync(ROWS, { recursive: true });
}

export function saveRow(row: Row): void {
  writeFileSync(join(ROWS, `${row.id}.json`), JSON.stringify(row));
}

/**
 * Writes the scorecard if the run had all faults.
 *
 * @param seconds the duration of the run
 * @returns a sentence about it
 */
export function writeScorecard(seconds: number): string {
  const rows = savedRows();
  const missing = programme().filter((id) => !rows.some((row) => row.id === id));
  if (missing.length > 0)
    return `docs/reference/reliability.md was not written: ${missing.join(', ')} did not run or ended early.`;
  writeFileSync(CARD, scorecard(rows, seconds));
  execFileSync(process.execPath, [join(ROOT, 'node_modules/prettier/bin/prettier.cjs'), '--write', CARD]);
  return `docs/reference/reliability.md was written after ${seconds} s.`;
}

/** The ids of all faults, as in the test files. */
function programme(): string[] {
  const sources = readdirSync(SPECS)
    .filter((name) => name.endsWith('.faults-spec.ts'))
    .map((name) => readFileSync(join(SPECS, name), 'utf8'));
  return sources.flatMap((text) => [...text.matchAll(/^ +id: '(\w+)'/gm)].map(([, id]) => id));
}

/** The rows of this run, sorted by letter, then number. */
function savedRows(): Row[] {
  const number = ({ id }: Row) => Number(/\d+/.exec(id)![0]);
  return readdirSync(ROWS)
    .map((name) => JSON.parse(readFileSync(join(ROWS, name), 'utf8')) as Row)
    .sort((a, b) => a.id[0].localeCompare(b.id[0]) || number(a) - number(b) || a.id.localeCompare(b.id));
}

function scorecard(rows: readonly Row[], seconds: number): string {
  const figures = rows.filter((row) => 'requests' in row);
  const leftOut = rows.filter((row) => 'leftOut' in row);
  const sum = (of: (row: Figures) => number) => figures.reduce((total, row) => total + of(row), 0);
  const failed = figures.filter(({ held }) => !held).map(({ id }) => id);
  const [{ postgres }] = figures;
  return `# Reliability

<!-- Written by npm run test:faults. Do not edit. -->

What clients see of faults, and what is left of them. \`npm run test:faults\` runs the built service (\`npm run serve\`) in its own processes, with
its own PostgreSQL, and causes each fault while clients read, log in and out, register, enter contests, sign up as contacts and rename
themselves. A ledger notes every write and its answer. Afterwards each write without a clear answer is repeated, as visitors do, and the ledger is
compared with the database.

| Measure | Result | Target |
| --- | --- | --- |
| faults survived | ${figures.length - failed.length} of ${figures.length}${failed.length > 0 ? ` (not ${failed.join(', ')})` : ''} | all |
| acknowledged writes that are missing | ${sum(({ missing }) => missing)} of ${sum(({ acknowledged }) => acknowledged)} | 0 |
| writes that happened twice | ${sum(({ doubled }) => doubled)} | 0 |
| answers that the contract does not allow | ${sum(({ wrong }) => wrong)} of ${sum(({ requests }) => requests)} | 0 |

Measured on ${new Date().toISOString().slice(0, 10)}, in ${Math.round(seconds / 60)} minutes, with ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), which also run
PostgreSQL and the clients. Node.js ${process.version.slice(1)}, PostgreSQL ${postgres}.
${leftOut.map(({ id, leftOut: reason }) => `\n${id} was left out, because ${reason}.\n`).join('')}
## What clients saw

"Server failure" is the text for failures, "overloaded" the same text with \`Retry-After\`, sent at once. "No connection" was refused, or was an
idle one that the server closed. "No answer" means that the connection ended before the answer. Recovery is the time from the end of the fault to
the last request that failed, or until all mails were sent that waited then.

| | Fault | Requests | OK | Server failure | Overloaded | No connection | No answer | Longest wait | Recovery | Promised |
| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |
${figures.map(clientsRow).join('\n')}

## What was left

"Repeated" writes had no clear answer; "had succeeded" of them were in the database already, so that the repetition was refused ("already …") and
changed nothing.

| | Acknowledged | Repeated | Had succeeded | Missing | Twice | |
| --- | --: | --: | --: | --: | --: | --- |
${figures.map(ledgerRow).join('\n')}
`;
}

const clientsRow = (row: Figures): string =>
  cells(
    ...[row.id, row.fault, row.requests, row.ok, row.failure, row.busy, row.refused, row.lostAnswers],
    ...[`${(row.longest / 1000).toFixed(1)} s`, `${row.recovery.toFixed(1)} s`, `${row.within} s`],
  );

const ledgerRow = (row: Figures): string =>
  cells(row.id, row.acknowledged, row.repeated, row.hadSucceeded, row.missing, row.doubled, row.remark);

const cells = (...values: (string | number)[]): string => `| ${values.join(' | ')} |`;
