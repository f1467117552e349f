import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PASSWORD_HASH } from '#samples';
import { Ledger } from '../support/ledger';
import { logMembersIn, type Visited } from '../support/stage';
import type { Cell } from './cell';
import type { CellsStage } from './cells-stage';

const SEED = pathToFileURL(join(__dirname, '..', '..', '..', 'bench', 'seed', 'seed.mjs')).href;
/** Customers who log in before the traffic, and those who log in and out. */
const [MEMBERS, GUESTS] = [25, 120];

/** Fills a cell with the data of the bench: a fan club with this many customers, and a small one. */
export async function fillLargeClub(cell: Cell, customers: number): Promise<void> {
  const size = {
    customers: customers + 1_000,
    clubs: 2,
    events: 220,
    measured: { plans: 10, events: 120, contests: 20, sample: 500, customers },
  };
  const script = `import { seed } from ${JSON.stringify(SEED)}; await seed(...JSON.parse(process.argv[1]));`;
  const parameters = JSON.stringify([cell.url, size, PASSWORD_HASH]);
  execFileSync(process.execPath, ['--input-type=module', '-e', script, parameters], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The traffic registers customers without user names.
  await cell.db.query('UPDATE fanclubs SET forum_integration = false');
}

/** The large fan club with visitors. */
export async function visitLargeClub(stage: CellsStage): Promise<Visited> {
  const emailOf = (id: number): string => `fan${id}@mail.example`;
  const site: Visited = {
    key: 'bench-1',
    members: Array.from({ length: MEMBERS }, (_, n) => ({ id: n + 1, cookie: '' })),
    guests: Array.from({ length: GUESTS }, (_, n) => emailOf(MEMBERS + n + 1)),
    // Those that run now, and that everybody may enter.
    contests: [1001, 1004, 1005, 1008, 1009, 1012, 1016, 1017, 1020],
    ledger: new Ledger(),
    origin: stage.origin,
  };
  await logMembersIn(site, (n) => emailOf(n + 1));
  return site;
}
