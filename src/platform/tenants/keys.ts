import { randomBytes } from 'node:crypto';
import { SystemClock } from '#libs/clock';
import { hashToken, newToken } from '#libs/token';
import { declareSecurityEvents, operatorOf, recordByCommand, type SecurityEvent } from '#platform/audit';
import type { Sql, Statements } from '#platform/database';
import {
  ADD_FANCLUB_KEY,
  ADD_ORGANIZATION_KEY,
  FIND_ORGANIZATION,
  LIST_KEYS,
  type ListedKey,
  REVOKE_FANCLUB_KEY,
  REVOKE_ORGANIZATION_KEY,
  TOUCH_ORGANIZATION_KEY,
} from './keys.queries';
import { LOCK_FANCLUB_OF_KEY } from './trusted-domains.queries';

export const events = declareSecurityEvents({
  'key.created': [],
  'host.added': [],
  'host.removed': [],
  'host.verified': [],
  'key.revoked': [],
  'trusted_domain.added': [],
  'trusted_domain.removed': [],
});

declare module '#platform/audit' {
  interface SecurityEventKinds extends Readonly<typeof events> {}
}

/** Characters of a key by which people can tell keys apart. Of an organization key, only these are stored in clear. */
const PREFIX_LENGTH = 8;

/** The owner of a key: an organization, whose keys are secret, or a fan club, whose keys are public. */
export type KeyKind = ListedKey['kind'];

/** The characters of a key by which people can tell keys apart. */
export const keyPrefix = (key: string): string => key.slice(0, PREFIX_LENGTH);

/** A random key for a fan club. */
export const newFanclubKey = (): string => randomBytes(16).toString('hex');

/** Adds a public key to a fan club. @param name 1 to 100 characters; null for none */
export async function addFanclubKey(tx: Statements, fanclub: number, name: string | null) {
  const key = newFanclubKey();
  const { id } = (await tx.first(ADD_FANCLUB_KEY, { fanclub, key, name }))!;
  return { id, key };
}

/**
 * Adds a secret key to an organization (contract 3.6): 256 random bits, of which the database gets the SHA-256.
 * @param label 1 to 100 characters; null for none
 */
export async function addOrganizationKey(tx: Statements, organization: number, label: string | null) {
  const key = newToken();
  const stored = { keyHash: hashToken(key), prefix: keyPrefix(key) };
  const { id } = (await tx.first(ADD_ORGANIZATION_KEY, { organization, label, ...stored }))!;
  return { id, key };
}

/**
 * For operators: adds a key to a fan club; null if there is no such fan club.
 * @param known any key that the fan club has or had
 */
export function createFanclubKey(db: Sql, known: string) {
  return recorded(db, 'key.created', async (tx) => {
    const fanclub = await tx.first(LOCK_FANCLUB_OF_KEY, { key: known });
    if (!fanclub) return null;
    return { ...(await addFanclubKey(tx, fanclub.id, null)), owner: fanclub.name, fanclubId: fanclub.id };
  });
}

/** For operators: adds a key to an organization; null if none has this name. See {@link addOrganizationKey}. */
export function createOrganizationKey(db: Sql, name: string, label: string | null) {
  return recorded(db, 'key.created', async (tx) => {
    const organization = await tx.first(FIND_ORGANIZATION, { name });
    return organization && { ...(await addOrganizationKey(tx, organization.id, label)), owner: name };
  });
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

/** Notes that an organization's key was used, unless a use after `longAgo` was noted already. */
export async function noteKeyUse(db: Statements, key: number, now: Date, longAgo: Date): Promise<void> {
  await db.run(TOUCH_ORGANIZATION_KEY, { key, now, longAgo });
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
