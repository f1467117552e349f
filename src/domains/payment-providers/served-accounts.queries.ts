import { statement, type Statements, types } from '#platform/database';

export const SERVED_ACCOUNTS = statement('payments.served_accounts', {
  row: { id: types.bigint },
  text: 'SELECT a.id FROM payment_accounts a JOIN fanclubs f ON f.id = a.fanclub_id WHERE f.moved_to IS NULL ORDER BY a.id',
});

/** For operators: the ids of the payment accounts of all fan clubs that this database serves. Providers send events to these. */
export const servedAccounts = async (db: Statements): Promise<number[]> =>
  (await db.rows(SERVED_ACCOUNTS, {})).map(({ id }) => id);
