import { createHash } from 'node:crypto';
import {
  type ExportContext,
  format as f,
  type LoadContext,
  match,
  save,
  type TableRules,
  type Whole,
  write,
} from '#platform/catalogue';
import { OrganizationApiKey, Organization } from './organization.entity';

/** The fields of an organization, except its fan clubs. */
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

/** The characters of a key that are stored in clear to identify it: eight, or half of a short key. */
const prefixOf = (key: string): string => key.slice(0, Math.min(8, Math.floor(key.length / 2)));

/** The bytes, with a JSON form that PostgreSQL can read. */
const bytea = (bytes: Buffer): Buffer =>
  Object.assign(bytes, { toJSON: () => `\\x${bytes.toString('hex')}` });

/** An organization with the id of its row and its path in the file. */
export type SavedOrganization = Awaited<ReturnType<typeof loadOrganizations>>[number];

/** Loads the organizations with their keys. Returns them in the order of the file. */
export async function loadOrganizations(
  context: LoadContext,
  organizations: readonly f.ObjectOf<typeof ORGANIZATION_FIELDS>[],
) {
  const saved = await save(
    context,
    ORGANIZATIONS,
    organizations.map(({ id, name }, index) => ({ path: `organizations[${index}]`, id, values: { name } })),
  );
  // Keys that are missing in the file stay valid.
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
  const matched = await match(context, API_KEYS, keys);
  for (const { id, path, isNew, isForExisting } of matched) {
    if (!isNew) continue;
    if (isForExisting) context.changes.add('key', path, 'is a new key of an organization that exists');
    context.addEvent(null, { action: 'key.created', target: `organization_key:${id}` });
  }
  await write(context, API_KEYS, matched);
  return saved.map(({ id, path, isNew }, index) => ({ id, path, isNew, name: organizations[index].name }));
}

/**
 * Reads the organization of a fan club for a file. The file has no id of it, because an import would rename the organization that
 * has this id there. Its keys are stored only as digests, and are not exported.
 */
export async function exportOrganization(
  { tx }: ExportContext,
  id: number,
): Promise<Whole<f.ObjectOf<typeof ORGANIZATION_FIELDS>>> {
  const { name } = await tx.findOneByOrFail(Organization, { id });
  return { id: undefined, name, api_keys: undefined };
}
