import { Client } from 'pg';
import { type OpenDatabase, openDatabase } from '../support/open-database';
import { statementFiles } from '../support/source-statements';
import { writtenTables } from '../support/written-tables';

/** Statements that name the fan club otherwise than by `$fanclub`, or whose rows may have none, each with the reason. */
const REFUSED_AS_A_WHOLE: Readonly<Record<string, string>> = {
  'audit.record': 'the events of one fan club, or of none',
  'keys.revoke_fanclub_key': 'a key belongs to one fan club',
  'staff.forget_factors': 'a link to set up a log-in again names the fan club that it was sent from',
  'staff.forget_resets': 'the same',
  'staff.give_organization_role': 'a role in an organization has no fan club',
  'staff.use_token': 'a link names one fan club',
};

let database: OpenDatabase;
let client: Client;
beforeAll(async () => {
  database = await openDatabase();
  client = new Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

it('statements that write rows of all fan clubs leave out those that are held', async () => {
  const { rows } = await client.query<{ table: string }>(
    `SELECT tgrelid::regclass::text AS table FROM pg_trigger WHERE tgfoid = 'refuse_while_held'::regproc`,
  );
  const fenced = new Set(rows.map(({ table }) => table));
  expect(fenced.size).toBeGreaterThan(50);
  const statements = statementFiles().flatMap(({ exported }) => exported);
  const ofAll = statements.filter(({ params }) => !('fanclub' in params));
  const failing: string[] = [];
  let leavingOut = 0;
  for (const { name, text } of ofAll) {
    const written = await writtenTables(client, text);
    if (!written.some((table) => fenced.has(table))) continue;
    if (text.includes('held.held_at IS NOT NULL')) leavingOut += 1;
    else failing.push(name);
  }
  expect(failing.sort()).toEqual(Object.keys(REFUSED_AS_A_WHOLE).sort());
  expect(leavingOut).toBeGreaterThan(10);
});
