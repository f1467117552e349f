import type { DataSource, EntityManager } from 'typeorm';
import { SystemClock } from '#libs/clock';
import { originOf } from '#libs/validation';
import { operatorOf, recordByCommand } from '#platform/audit';
import type { Statement } from '#platform/database';
import { MOST_TRUSTED_DOMAINS } from '#platform/tenants/trusted-domain.entity';
import {
  COUNT_TRUSTED,
  LOCK_FANCLUB_OF_KEY,
  TRUST_ORIGINS,
  UNTRUST_ORIGINS,
} from './trusted-domains.queries';

/** What became of the origins that a fan club was to trust, or to trust no longer. */
export interface TrustChange {
  /** The fan club's name. */
  owner: string;
  /** Those that were changed; for all others nothing had to be done. */
  changed: string[];
  /** Of the fan club's own website, which is trusted whatever the list says. */
  site: string | null;
}

/** A fan club would have more trusted domains than a catalogue may give it. Nothing was changed. */
export class TooManyDomains extends Error {
  override readonly name = 'TooManyDomains';

  constructor(total: number) {
    super(`A fan club has at most ${MOST_TRUSTED_DOMAINS} trusted domains; these would make ${total}.`);
  }
}

/**
 * Adds websites to those whose pages may use a fan club's API with the visitor's session; null when no fan club has or had the
 * key.
 *
 * @param origins as browsers spell them
 * @throws TooManyDomains
 */
export function trustOrigins(
  db: DataSource,
  key: string,
  origins: readonly string[],
): Promise<TrustChange | null> {
  return change(db, key, origins, TRUST_ORIGINS, 'trusted_domain.added');
}

/** Takes websites from that list; null when no fan club has or had the key. */
export function untrustOrigins(
  db: DataSource,
  key: string,
  origins: readonly string[],
): Promise<TrustChange | null> {
  return change(db, key, origins, UNTRUST_ORIGINS, 'trusted_domain.removed');
}

function change(
  db: DataSource,
  key: string,
  origins: readonly string[],
  statement: Statement,
  action: 'trusted_domain.added' | 'trusted_domain.removed',
): Promise<TrustChange | null> {
  return db.transaction(async (tx) => {
    const [club] = await rows<{ id: number; name: string; site_url: string }>(tx, LOCK_FANCLUB_OF_KEY, [key]);
    if (!club) return null;
    const changed = await rows<{ id: number; origin: string }>(tx, statement, [club.id, origins]);
    const [{ total }] = await rows<{ total: number }>(tx, COUNT_TRUSTED, [club.id]);
    // A catalogue may have left it with more: then what is there stays, and what is taken away is taken away.
    if (statement === TRUST_ORIGINS && changed.length > 0 && total > MOST_TRUSTED_DOMAINS)
      throw new TooManyDomains(total);
    const events = changed.map(({ id }) => ({ action, target: `trusted_domain:${id}` as const }));
    await recordByCommand(tx, new SystemClock().now(), operatorOf(club), ...events);
    return {
      owner: club.name,
      changed: changed.map(({ origin }) => origin),
      site: originOf(club.site_url),
    };
  });
}

function rows<R>(tx: EntityManager, { text }: Statement, values: unknown[]): Promise<R[]> {
  return tx.query<R[]>(text, values);
}
