import '../../src/domains';
import { REPORT_ENDS } from '../../src/domains/subscriptions/membership-ends.queries';
import { WEBHOOKS } from '../../src/platform/webhooks/webhook-types';
import { type OpenDatabase, openDatabase } from '../support/open-database';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

it('a trigger or the job of ends writes each declared type of message, and no other one', async () => {
  const functions = await database.dataSource.query<{ source: string }[]>(
    `SELECT prosrc AS source FROM pg_proc WHERE proname LIKE 'webhook\\_%' AND pronamespace = current_schema()::regnamespace`,
  );
  const calls = functions.flatMap(({ source }) => [
    ...source.matchAll(/write_webhook\(r\.fanclub_id, '([^']+)'/g),
  ]);
  const ofEnds = [...REPORT_ENDS.text.matchAll(/'(membership\.\w+)' AS type/g)];
  const written = new Set([...calls, ...ofEnds].map(([, type]) => type));
  expect([...written].sort()).toEqual([...WEBHOOKS.names()].sort());
});
