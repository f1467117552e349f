import { IsNull, Not } from 'typeorm';
import { originOf } from '#libs/validation';
import {
  type ExportContext,
  ExportRefused,
  type LoadContext,
  match,
  type Matched,
  prune,
  type Row,
  type TableRules,
  write,
} from '#platform/catalogue';
import { FanclubKey, type Fanclub, TrustedDomain } from './fanclub.entity';

const KEYS: TableRules<FanclubKey> = {
  entity: FanclubKey,
  tenant: 'fanclubId',
  key: ['key'],
  named: { noun: 'key', field: '' },
};

const TRUSTED_DOMAINS: TableRules<TrustedDomain> = {
  entity: TrustedDomain,
  tenant: 'fanclubId',
  key: ['fanclubId', 'origin'],
  named: { noun: 'origin', field: '' },
  shown: 'origin',
};

type SavedFanclub = Pick<Matched<Row<Fanclub>, Fanclub>, 'id' | 'path' | 'isNew'>;

/** Reports a changed origin of `site_url` as a new trusted domain, because it is trusted like the listed ones (contract 3.4). */
export async function reportNewSite(
  context: LoadContext,
  { id, path, isNew, values, current }: Matched<Row<Fanclub>, Fanclub>,
): Promise<void> {
  const [origin, former] = [values.siteUrl, current.siteUrl].map((url) => originOf(url ?? ''));
  if (isNew || origin === null || origin === former) return;
  const isListed = await context.tx.existsBy(TrustedDomain, { fanclubId: id, origin });
  if (!isListed) context.changes.add('key', `${path}.site_url`, NEW_DOMAIN);
}

const NEW_DOMAIN = 'is a new trusted domain of a fan club that exists';

/** Loads the keys. Extra keys are only added; an extra key that is missing in the file is not revoked. */
export async function loadKeys(
  context: LoadContext,
  { id: fanclubId, path, isNew: isNewClub }: SavedFanclub,
  { key, extra_keys = [] }: { key: string; extra_keys?: readonly string[] },
): Promise<void> {
  const rows = await match(context, KEYS, [
    ...extra_keys.map((extra, n) => ({
      path: `${path}.extra_keys[${n}]`,
      values: { fanclubId, key: extra, main: false },
    })),
    { path: `${path}.key`, values: { fanclubId, key, main: true } },
  ]);
  for (const row of rows.filter(({ isNew }) => isNew)) {
    if (!isNewClub) context.changes.add('key', row.path, 'is a new key of a fan club that exists');
    context.addEvent(fanclubId, { action: 'key.created', target: `fanclub_key:${row.id}` });
  }
  if (context.writing) {
    // A unique index allows one main key. So the former main key becomes an extra key before the new one is written.
    const former = { fanclubId, main: true, key: Not(key) };
    await context.tx.update(FanclubKey, former, { main: false, updatedAt: context.now });
  }
  await write(context, KEYS, rows);
}

/** Loads the trusted domains. The file gives them as a whole. */
export async function loadTrustedDomains(
  context: LoadContext,
  club: SavedFanclub,
  { trusted_domains }: { trusted_domains?: readonly string[] },
): Promise<void> {
  if (!trusted_domains) return;
  const { id: fanclubId, path } = club;
  const rows = trusted_domains.map((origin, n) => ({
    path: `${path}.trusted_domains[${n}]`,
    values: { fanclubId, origin },
  }));
  const kept = await match(context, TRUSTED_DOMAINS, rows);
  for (const row of kept.filter(({ isNew }) => isNew)) {
    if (!club.isNew) context.changes.add('key', row.path, NEW_DOMAIN);
    context.addEvent(fanclubId, { action: 'trusted_domain.added', target: `trusted_domain:${row.id}` });
  }
  await write(context, TRUSTED_DOMAINS, kept);
  const list = { fanclubId, owner: 'fanclubId', owners: [club], field: 'trusted_domains' } as const;
  for (const id of await prune(context, TRUSTED_DOMAINS, list, kept)) {
    context.addEvent(fanclubId, { action: 'trusted_domain.removed', target: `trusted_domain:${id}` });
  }
}

/**
 * Reads the valid keys. They are public, so every file has them. A revoked key must not become valid by an import; if the main key
 * is revoked, the oldest valid key takes its place.
 *
 * @throws ExportRefused if no key is valid, because a file needs one
 */
export async function exportKeys(
  { tx }: ExportContext,
  fanclubId: number,
): Promise<{ key: string; extra_keys: string[] }> {
  const where = { fanclubId, revokedAt: IsNull() };
  const keys = await tx.find(FanclubKey, { where, order: { main: 'DESC', id: 'ASC' } });
  if (keys.length === 0) {
    throw new ExportRefused('The fan club has no valid key. Create one: fanclub key create fanclub KEY');
  }
  const [key, ...extra] = keys.map((row) => row.key);
  return { key, extra_keys: extra };
}

/** Reads the trusted domains. */
export async function exportTrustedDomains(context: ExportContext, id: number): Promise<string[]> {
  return (await context.rows(TrustedDomain, { id })).map(({ origin }) => origin);
}
