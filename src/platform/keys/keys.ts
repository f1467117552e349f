import { randomBytes } from 'node:crypto';
import { SystemClock } from '#libs/clock';
import { hashToken, newToken } from '#libs/token';
import { operatorOf, recordByCommand, type SecurityEvent } from '#platform/audit';
import type { Sql, Statements } from '#platform/database';
import {
  CREATE_FANCLUB_KEY,
  CREATE_ORGANIZATION_KEY,
  LIST_KEYS,
  type ListedKey,
  REVOKE_FANCLUB_KEY,
  REVOKE_ORGANIZATION_KEY,
} from './keys.queries';

/** Characters of an organization key that are stored in clear, so that people can tell keys apart. */
const PREFIX_LENGTH = 8;

/** The owner of a key: an organization, whose keys are secret, or a fan club, whose keys are public. */
export type KeyKind = ListedKey['kind'];

/** A random key for a fan club. */
export const newFanclubKey = (): string => randomBytes(16).toString('hex');

/**
 * Creates another key for a fan club; null if there is no such fan club.
 *
 * @param known any key that the fan club has or had
 */
export async function createFanclubKey(db: Sql, known: string) {
  const key = newFanclubKey();
  const created = await recorded(db, 'key.created', (tx) => tx.first(CREATE_FANCLUB_KEY, { known, key }));
  return created && { ...created, key };
}

/**
 * Creates another secret key for an organization (contract 3.6): 256 random bits, of which the database gets the SHA-256. Null if
 * no organization has this name.
 *
 * @param label the operator's name for the key, 1 to 100 characters; null for none
 */
export async function createOrganizationKey(db: Sql, organization: string, label: string | null) {
  const key = newToken();
  const values = { organization, keyHash: hashToken(key), prefix: key.slice(0, PREFIX_LENGTH), label };
  const created = await recorded(db, 'key.created', (tx) => tx.first(CREATE_ORGANIZATION_KEY, values));
  return created && { ...created, key };
}

/** All keys, valid or revoked; those of organizations first. */
export function listKeys(db: Statements): Promise<ListedKey[]> {
  return db.rows(LIST_KEYS, {});
}

/** Revokes a fan club's key; null if it is not valid. */
export function revokeFanclubKey(db: Sql, key: string) {
  return recorded(db, 'key.revoked', (tx) => tx.first(REVOKE_FANCLUB_KEY, { key }));
}

/** Revokes an organization's key; null if it is not valid. */
export function revokeOrganizationKey(db: Sql, id: number) {
  return recorded(db, 'key.revoked', (tx) => tx.first(REVOKE_ORGANIZATION_KEY, { id }));
}

/** Changes one key and records it; `fanclubId` is undefined for an organization's key. */
function recorded<Key extends { id: number; fanclubId?: number }>(
  db: Sql,
  action: Extract<SecurityEvent, { action: `key.${string}` }>['action'],
  change: (tx: Statements) => Promise<Key | null>,
): Promise<Key | null> {
  return db.transaction(async (tx) => {
    const key = await change(tx);
    if (!key) return null;
    const { id, fanclubId } = key;
    const asker = operatorOf(fanclubId === undefined ? null : { id: fanclubId });
    const target =
      fanclubId === undefined ? (`organization_key:${id}` as const) : (`fanclub_key:${id}` as const);
    await recordByCommand(tx, new SystemClock().now(), asker, { action, target });
    return key;
  });
}
