import { fence } from '../../migrations/support/fence';
import { reportChanges } from '../../migrations/support/report-changes';
import { type OpenDatabase, openDatabase } from '../support/open-database';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

/** The triggers of a table, with its name left out. */
async function triggersOf(table: string): Promise<string[]> {
  const triggers = await database.dataSource.query<{ definition: string }[]>(
    `SELECT pg_get_triggerdef(oid) || ' ' || tgenabled::text AS definition FROM pg_trigger
     WHERE tgrelid = $1::regclass AND NOT tgisinternal ORDER BY tgname`,
    [table],
  );
  return triggers.map(({ definition }) => definition.replaceAll(table, '…'));
}

it('reportChanges and fence create the triggers that published tables have', async () => {
  const runner = database.dataSource.createQueryRunner();
  await runner.query('CREATE TABLE reported_table (fanclub_id bigint)');
  await reportChanges(runner, 'reported_table');
  await fence(runner, 'reported_table');
  await runner.release();
  expect(await triggersOf('reported_table')).toHaveLength(4);
  expect(await triggersOf('reported_table')).toEqual(await triggersOf('trusted_domains'));
});
