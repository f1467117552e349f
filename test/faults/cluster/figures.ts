import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { machine, writePageFigures } from '../support/page-figures';
import type { Figures, Row } from '../support/scorecard';

const ROOT = join(__dirname, '..', '..', '..');

/** The page for operators, with the figures of the last complete run. */
export const PAGE = join(ROOT, 'docs', 'operations', 'cluster.md');

/** The rows of this run by their ids. */
const rows = new Map<string, Row>();

/** Keeps a row of this run. */
export function saveClusterRow(row: Row): void {
  rows.set(row.id, row);
}

/** Writes the figures into the page if the run had all these faults and their claims held. */
export function writeClusterFigures(ids: readonly string[]): void {
  const held = [...rows.values()].filter((row) => 'held' in row && row.held) as Figures[];
  if (held.length < ids.length) {
    process.stderr.write(
      `The figures of ${PAGE} were not written: only ${held.length} faults ran and held.\n`,
    );
    return;
  }
  writePageFigures(PAGE, 'npm run test:faults -- cluster', figures(held));
}

function figures(rows: readonly Figures[]): string {
  const [{ postgres }] = rows;
  return `Measured on ${new Date().toISOString().slice(0, 10)} with ${machine()} for everything, 40 requests a second, half of them
writes. PostgreSQL ${postgres}, ${versions()}; Node.js ${process.version.slice(1)}.

| | Fault | No write for | Acknowledged writes checked | Lost | Public reads | Failed |
| --- | --- | --: | --: | --: | --: | --: |
${rows.map(line).join('\n')}
`;
}

const line = (row: Figures): string =>
  `| ${row.id} | ${row.fault} | ${row.withoutWrites.toFixed(1)} s | ${row.checked} | ${row.missing} | ${row.publicReads} | ${row.publicFailed} |`;

/** The versions of the programs, as they print them. */
function versions(): string {
  const commands: [string, string[]][] = [
    ['patroni', ['--version']],
    ['etcd', ['--version']],
    ['haproxy', ['-v']],
    ['pgbouncer', ['--version']],
  ];
  const env = { PATH: `${process.env.PATH}:/usr/sbin` };
  return commands
    .map(([program, options]) => {
      const text = execFileSync(program, options, { env, encoding: 'utf8' });
      return `${program} ${/\d+\.\d+\.\d+/.exec(text)?.[0]}`;
    })
    .join(', ');
}
