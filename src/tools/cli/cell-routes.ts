import { servedAccounts } from '#domains/payment-providers';
import { cellOfId, ownCell, type Statements } from '#platform/database';
import { servedFanclubs, servedKeys } from '#platform/tenants';

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
  const keys = await servedKeys(db);
  const foreign = (ids: readonly number[]): number[] => ids.filter((id) => cellOfId(id) !== cell);
  const places = [
    `cell:${cell}`,
    ...(staffHost === null ? [] : [`host:${staffHost}`]),
    ...keys.filter(isRoutable).map((key) => `key:${key}`),
    ...foreign(await servedFanclubs(db)).map((id) => `fanclub:${id}`),
    ...foreign(await servedAccounts(db)).map((id) => `account:${id}`),
  ];
  return {
    lines: places.map((place) => `${place} ${backend}`),
    leftOut: keys.filter((key) => !isRoutable(key)),
  };
}

/** A map has one place in each line, which ends at the first white space. */
const isRoutable = (key: string): boolean => /^[!-~]+$/.test(key);
