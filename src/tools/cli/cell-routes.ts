import { servedAccounts } from '#domains/payment-providers';
import { cellOfId, ownCell, type Statements } from '#platform/database';
import { servedFanclubs, servedKeys } from '#platform/tenants';
import { placesOf } from '#tools/move';

/** The routes of a cell, and the keys that no map of a proxy can contain. */
export interface CellRoutes {
  /** Lines `place backend`, for the map of `operations/cells/haproxy.cfg`. */
  readonly lines: readonly string[];
  readonly leftOut: readonly string[];
}

/**
 * What a proxy needs to know about this database: the valid keys of its fan clubs, its number, and the fan clubs and payment accounts
 * whose ids another cell has created.
 *
 * @param backend the proxy's name of this cell
 * @param staffHost the host of the staff app, if it has its own; null: staff use the host of the fan clubs
 */
export async function cellRoutes(
  db: Statements,
  backend: string,
  staffHost: string | null,
): Promise<CellRoutes> {
  const cell = await ownCell(db);
  const foreign = (ids: readonly number[]): number[] => ids.filter((id) => cellOfId(id) !== cell);
  const { places, leftOut } = placesOf({
    keys: await servedKeys(db),
    fanclubs: foreign(await servedFanclubs(db)),
    accounts: foreign(await servedAccounts(db)),
  });
  const all = [`cell:${cell}`, ...(staffHost === null ? [] : [`host:${staffHost}`]), ...places];
  return { lines: all.map((place) => `${place} ${backend}`), leftOut };
}

/** Reports the keys that have no route. */
export const logLeftOut = (keys: readonly string[], log: (line: string) => void): void =>
  keys.forEach((key) =>
    log(`Left out, because a map of HAProxy cannot contain it: the key ${JSON.stringify(key)}`),
  );
