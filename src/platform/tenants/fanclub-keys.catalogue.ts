import { originOf } from '#libs/validation';
import {
  type Loading,
  match,
  type Matched,
  prune,
  type Row,
  type TableRules,
  write,
} from '#platform/catalogue';
import { FanclubKey } from './fanclub-key.entity';
import type { Fanclub } from './fanclub.entity';
import { TrustedDomain } from './trusted-domain.entity';

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

/** Notes a `site_url` elsewhere: its origin is trusted like the listed domains (decisions 3.4). */
export async function noteNewSite(
  loading: Loading,
  { id, path, isNew, values, current }: Matched<Row<Fanclub>, Fanclub>,
): Promise<void> {
  const [origin, former] = [values.siteUrl, current.siteUrl].map((url) => originOf(url ?? ''));
  if (isNew || origin === null || origin === former) return;
  const listed = await loading.rows('SELECT FROM trusted_domains WHERE fanclub_id = $1 AND origin = $2', [
    id,
    origin,
  ]);
  if (listed.length === 0) loading.changes.add('key', `${path}.site_url`, NEW_DOMAIN);
}

const NEW_DOMAIN = 'is a new trusted domain of a fan club that exists';

/** Extra keys are only ever added: they are revoked by name, never by leaving them out. */
export async function loadKeys(
  loading: Loading,
  { id: fanclubId, path, isNew: isNewClub }: SavedFanclub,
  { key, extra_keys = [] }: { key: string; extra_keys?: readonly string[] },
): Promise<void> {
  const rows = await match(loading, KEYS, [
    ...extra_keys.map((extra, n) => ({
      path: `${path}.extra_keys[${n}]`,
      values: { fanclubId, key: extra, main: false },
    })),
    { path: `${path}.key`, values: { fanclubId, key, main: true } },
  ]);
  for (const row of rows.filter(({ isNew }) => isNew)) {
    if (!isNewClub) loading.changes.add('key', row.path, 'is a new key of a fan club that exists');
    loading.notes(fanclubId, { action: 'key.created', target: `fanclub_key:${row.id}` });
  }
  if (loading.writing) {
    // There is one main key at a time, so the former one is unset before the new one is written.
    await loading.change(
      'UPDATE fanclub_keys SET main = false, updated_at = $3 WHERE fanclub_id = $1 AND main AND key <> $2',
      [fanclubId, key, loading.now],
    );
  }
  await write(loading, KEYS, rows);
}

/** Loads the trusted domains, which the file gives as a whole. */
export async function loadTrustedDomains(
  loading: Loading,
  club: SavedFanclub,
  { trusted_domains }: { trusted_domains?: readonly string[] },
): Promise<void> {
  if (!trusted_domains) return;
  const { id: fanclubId, path } = club;
  const rows = trusted_domains.map((origin, n) => ({
    path: `${path}.trusted_domains[${n}]`,
    values: { fanclubId, origin },
  }));
  const kept = await match(loading, TRUSTED_DOMAINS, rows);
  for (const row of kept.filter(({ isNew }) => isNew)) {
    if (!club.isNew) loading.changes.add('key', row.path, NEW_DOMAIN);
    loading.notes(fanclubId, { action: 'trusted_domain.added', target: `trusted_domain:${row.id}` });
  }
  await write(loading, TRUSTED_DOMAINS, kept);
  const list = { fanclubId, owner: 'fanclubId', owners: [club], field: 'trusted_domains' } as const;
  for (const id of await prune(loading, TRUSTED_DOMAINS, list, kept)) {
    loading.notes(fanclubId, { action: 'trusted_domain.removed', target: `trusted_domain:${id}` });
  }
}
