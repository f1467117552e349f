import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { SystemClock } from '#libs/clock';
import { hashToken, newToken } from '#libs/token';
import { operatorOf, recordByCommand, type SecurityEvent } from '#platform/audit';
import type { Statement } from '#platform/database';
import {
  CREATE_FANCLUB_KEY,
  CREATE_ORGANIZATION_KEY,
  LIST_KEYS,
  REVOKE_FANCLUB_KEY,
  REVOKE_ORGANIZATION_KEY,
} from './keys.queries';

/** Characters of an organization key that are kept in clear, for people to tell their keys apart. */
const PREFIX_LENGTH = 8;

/** Whose key it is: an organization's, which is secret, or a fan club's, which is public. */
export type KeyKind = 'organization' | 'fanclub';

/** A key as operators see it. */
export interface ListedKey {
  kind: KeyKind;
  /** By which an organization key is revoked. */
  id: number;
  /** A fan club's key; of an organization's, the first characters. */
  key: string;
  /** The name of the organization or fan club. */
  owner: string;
  /** What the operator calls an organization key; null where it has no name, and for fan club keys. */
  label: string | null;
  created_at: Date;
  /** Accurate to some minutes; null for fan club keys, whose use is not recorded, and for keys not used yet. */
  last_used_at: Date | null;
  /** Null while the key is valid. */
  revoked_at: Date | null;
}

/** A key that was just made. */
export interface NewKey {
  /** The key itself. An organization's is told here and never again. */
  key: string;
  owner: string;
}

/** What the end of a key leaves behind. */
export interface RevokedKey {
  owner: string;
  /** How many valid keys the owner has left. */
  left_over: number;
}

/**
 * Another key of a fan club, beside those it has; null when there is no such fan club.
 *
 * @param known any key that the fan club has or had: revoked ones name it too
 */
export async function createFanclubKey(db: DataSource, known: string): Promise<NewKey | null> {
  const key = randomBytes(16).toString('hex');
  const created = await changed(db, CREATE_FANCLUB_KEY, [known, key], ({ id }) => ({
    action: 'key.created',
    target: `fanclub_key:${id}`,
  }));
  return created && { owner: created.owner, key };
}

/**
 * Another secret key of an organization, beside those it has (decisions 3.6): 256 random bits, of which the database gets the
 * SHA-256. Null when no organization has this name.
 *
 * @param label what the operator calls the key, of 1 to 100 characters; null for a key without a name
 */
export async function createOrganizationKey(
  db: DataSource,
  organization: string,
  label: string | null,
): Promise<(NewKey & { id: number }) | null> {
  const key = newToken();
  const values = [organization, hashToken(key), key.slice(0, PREFIX_LENGTH), label];
  const created = await changed(db, CREATE_ORGANIZATION_KEY, values, ({ id }) => ({
    action: 'key.created',
    target: `organization_key:${id}`,
  }));
  return created && { id: created.id, owner: created.owner, key };
}

/** All keys, valid or revoked: organizations' first. */
export function listKeys(db: DataSource): Promise<ListedKey[]> {
  return db.query<ListedKey[]>(LIST_KEYS.text);
}

/** Ends a fan club's key; null when it is no valid one. */
export function revokeFanclubKey(db: DataSource, key: string): Promise<RevokedKey | null> {
  return changed<RevokedKey>(db, REVOKE_FANCLUB_KEY, [key], ({ id }) => ({
    action: 'key.revoked',
    target: `fanclub_key:${id}`,
  }));
}

/** Ends an organization's key; null when it is no valid one. */
export function revokeOrganizationKey(db: DataSource, id: number): Promise<RevokedKey | null> {
  return changed<RevokedKey>(db, REVOKE_ORGANIZATION_KEY, [id], () => ({
    action: 'key.revoked',
    target: `organization_key:${id}`,
  }));
}

/** A key that a statement has made or revoked. */
interface ChangedKey {
  id: number;
  /** Undefined: it is an organization's. */
  fanclub_id?: number;
  owner: string;
}

/** Runs a statement that changes one key, with the record of it; null when there is no such key or owner. */
function changed<R extends object>(
  db: DataSource,
  { text }: Statement,
  values: unknown[],
  eventOf: (key: ChangedKey) => SecurityEvent,
): Promise<(R & ChangedKey) | null> {
  return db.transaction(async (tx) => {
    const [key] = await tx.query<(R & ChangedKey)[]>(text, values);
    if (!key) return null;
    const asker = operatorOf(key.fanclub_id === undefined ? null : { id: key.fanclub_id });
    await recordByCommand(tx, new SystemClock().now(), asker, eventOf(key));
    return key;
  });
}
