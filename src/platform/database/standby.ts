import type { ClientBase } from 'pg';
import { type DroppingClient, UnnamedClient } from './dropping-client';
import { ServerIsStandby } from './failures.rules';
import { types } from './sql-types';
import { statement } from './statement';

/** Whether the server is in recovery: a standby. */
export const IN_RECOVERY = statement('database.in_recovery', {
  row: { isStandby: types.boolean },
  text: 'SELECT pg_is_in_recovery() AS "isStandby"',
});

/**
 * For `onConnect` of a pool: refuses servers in recovery, and drops a connection whose server reports recovery later. The server
 * reports it by itself, so a connection to the primary costs no statement. Poolers repeat what an earlier server has reported. So
 * a report of recovery is confirmed by a statement, and statements without names, which are for poolers, mean that none is trusted.
 *
 * @param onRole called for each new connection
 * @returns a function whose promise rejects with ServerIsStandby. The pool waits for it, which the types of pg do not know
 */
export function refuseStandby(onRole: (isStandby: boolean) => void): (client: ClientBase) => unknown {
  return async (client: ClientBase): Promise<void> => {
    const reporting = client as DroppingClient;
    const mayBeStandby = reporting.isReportedStandby || client instanceof UnnamedClient;
    const isStandby = mayBeStandby && (await isInRecovery(client));
    onRole(isStandby);
    if (isStandby) throw new ServerIsStandby();
    reporting.onStandby = () => reporting.fail(new ServerIsStandby());
  };
}

async function isInRecovery(client: ClientBase): Promise<boolean> {
  // eslint-disable-next-line no-restricted-syntax -- The pool does not have the connection yet, so Sql cannot use it.
  const { rows } = await client.query<{ isStandby: boolean }>(IN_RECOVERY.text);
  return rows[0].isStandby;
}
