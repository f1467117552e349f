import { createHash } from 'node:crypto';
import { format as f, type Loading, match, save, type TableRules, write } from '#platform/catalogue';
import { OrganizationApiKey } from './organization-api-key.entity';
import { Organization } from './organization.entity';

/** The fields of an organization, besides its fan clubs. */
export const ORGANIZATION_FIELDS = {
  id: f.optional(f.id('organizations')),
  name: f.label(),
  api_keys: f.optional(f.list(f.uniqueInFile('organization key', f.apiKey()))),
};

const ORGANIZATIONS: TableRules<Organization> = {
  entity: Organization,
  key: ['name'],
  named: { noun: 'name', field: 'name' },
};

const API_KEYS: TableRules<OrganizationApiKey> = {
  entity: OrganizationApiKey,
  tenant: 'organizationId',
  key: ['keyHash'],
  named: { noun: 'key', field: '' },
};

/** The characters of a key that are kept in clear, for people to tell their keys apart: eight, of a short key fewer. */
const prefixOf = (key: string): string => key.slice(0, Math.min(8, Math.floor(key.length / 2)));

/** The bytes, with a JSON form that PostgreSQL reads as the same bytes. */
const bytea = (bytes: Buffer): Buffer =>
  Object.assign(bytes, { toJSON: () => `\\x${bytes.toString('hex')}` });

/** An organization with its row. */
export interface SavedOrganization {
  readonly id: number;
  /** Where it stands in the file. */
  readonly path: string;
  readonly isNew: boolean;
  readonly name: string;
}

/** Loads the organizations themselves, with their keys, and returns them in the order of the file. */
export async function loadOrganizations(
  loading: Loading,
  organizations: readonly f.ObjectOf<typeof ORGANIZATION_FIELDS>[],
): Promise<SavedOrganization[]> {
  const saved = await save(
    loading,
    ORGANIZATIONS,
    organizations.map(({ id, name }, index) => ({ path: `organizations[${index}]`, id, values: { name } })),
  );
  // A key that the file no longer gives stays valid: keys are rotated outside of it, and revoked by name only.
  const keys = organizations.flatMap(({ api_keys = [] }, index) =>
    api_keys
      .filter((key) => key !== undefined)
      .map((key, n) => ({
        path: `organizations[${index}].api_keys[${n}]`,
        isForExisting: !saved[index].isNew,
        values: {
          organizationId: saved[index].id,
          keyHash: bytea(createHash('sha256').update(key).digest()),
          prefix: prefixOf(key),
        },
      })),
  );
  const matched = await match(loading, API_KEYS, keys);
  for (const { id, path, isNew, isForExisting } of matched) {
    if (!isNew) continue;
    if (isForExisting) loading.changes.add('key', path, 'is a new key of an organization that exists');
    loading.notes(null, { action: 'key.created', target: `organization_key:${id}` });
  }
  await write(loading, API_KEYS, matched);
  return saved.map(({ id, path, isNew }, index) => ({ id, path, isNew, name: organizations[index].name }));
}
