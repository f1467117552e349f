import { SystemClock } from '#libs/clock';
import { originOf } from '#libs/validation';
import { operatorOf, recordByCommand } from '#platform/audit';
import type { Sql } from '#platform/database';
import { MAX_TRUSTED_DOMAINS } from './fanclub.entity';
import {
  COUNT_TRUSTED,
  LOCK_FANCLUB_OF_KEY,
  TRUST_ORIGINS,
  UNTRUST_ORIGINS,
} from './trusted-domains.queries';

/** The outcome of {@link trustOrigins} and {@link untrustOrigins}. */
export interface TrustChange {
  /** The fan club's name. */
  owner: string;
  /** The origins that were added or removed. The other given origins needed no change. */
  changed: string[];
  /** The origin of the fan club's own website, which is always trusted. */
  site: string | null;
}

/** The fan club would have too many trusted domains. Nothing was changed. */
export class TooManyDomains extends Error {
  override readonly name = 'TooManyDomains';

  constructor(total: number) {
    super(`A fan club has at most ${MAX_TRUSTED_DOMAINS} trusted domains; these would make ${total}.`);
  }
}

/**
 * Adds origins to the trusted domains of a fan club; null if no fan club has or had the key.
 *
 * @param origins as browsers spell them
 * @throws TooManyDomains
 */
export function trustOrigins(db: Sql, key: string, origins: readonly string[]): Promise<TrustChange | null> {
  return change(db, key, origins, TRUST_ORIGINS, 'trusted_domain.added');
}

/** Removes origins from the trusted domains; null if no fan club has or had the key. */
export function untrustOrigins(
  db: Sql,
  key: string,
  origins: readonly string[],
): Promise<TrustChange | null> {
  return change(db, key, origins, UNTRUST_ORIGINS, 'trusted_domain.removed');
}

function change(
  db: Sql,
  key: string,
  origins: readonly string[],
  statement: typeof TRUST_ORIGINS,
  action: 'trusted_domain.added' | 'trusted_domain.removed',
): Promise<TrustChange | null> {
  return db.transaction(async (tx) => {
    const club = await tx.first(LOCK_FANCLUB_OF_KEY, { key });
    if (!club) return null;
    const changed = await tx.rows(statement, { fanclub: club.id, origins });
    const { total } = (await tx.first(COUNT_TRUSTED, { fanclub: club.id }))!;
    // After an older import, a fan club can have more than the maximum. It must still be able to remove some.
    if (statement === TRUST_ORIGINS && changed.length > 0 && total > MAX_TRUSTED_DOMAINS)
      throw new TooManyDomains(total);
    const events = changed.map(({ id }) => ({ action, target: `trusted_domain:${id}` as const }));
    if (events.length > 0) await recordByCommand(tx, new SystemClock().now(), operatorOf(club), ...events);
    return {
      owner: club.name,
      changed: changed.map(({ origin }) => origin),
      site: originOf(club.siteUrl),
    };
  });
}
