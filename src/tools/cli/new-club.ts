import type { DataSource, EntityManager } from 'typeorm';
import type { Config } from '#platform/config';
import { newFanclubKey } from '#platform/tenants';
import { Fanclub, FanclubKey, Organization } from '#platform/tenants';
import { importCatalogue } from '#tools/catalogue';
import { importOptions } from '#tools/local';
import { CommandFailed } from './command';

/** The settings of a new fan club, in the form of catalogue files. */
export interface NewClub {
  readonly organization: string;
  readonly name: string;
  readonly site_url: string;
  readonly support_email: string;
  readonly time_zone: string;
  readonly currency: string;
  readonly home_country: string;
  readonly trusted_domains: readonly string[];
}

export interface CreatedClub {
  readonly id: number;
  readonly key: string;
  /** Whether the organization was created too. */
  readonly isNewOrganization: boolean;
}

/**
 * Creates a fan club with a key and trusted domains, in an existing organization or in a new one, as an import of a catalogue: in
 * one transaction, one after another, with security events.
 *
 * @throws CommandFailed if the organization has a fan club of this name; CatalogueFaults
 */
export async function createClub(db: DataSource, config: Config, club: NewClub): Promise<CreatedClub> {
  const { organization, ...settings } = club;
  const key = newFanclubKey();
  const catalogue = { version: 1, organizations: [{ name: organization, fanclubs: [{ ...settings, key }] }] };
  const { summary } = await importCatalogue(catalogue, {
    ...importOptions(db, config),
    precondition: (tx) => refuseDuplicates(tx, club),
  });
  const { fanclubId } = await db.getRepository(FanclubKey).findOneByOrFail({ key });
  return { id: fanclubId, key, isNewOrganization: summary.organizations.created > 0 };
}

/** Names that differ only in the case of letters are most likely meant to be the same. */
async function refuseDuplicates(tx: EntityManager, { organization, name }: NewClub): Promise<void> {
  const owners = await tx
    .createQueryBuilder(Organization, 'o')
    .where('lower(o.name) = lower(:organization)', { organization })
    .getMany();
  const owner = owners.find((one) => one.name === organization);
  if (!owner && owners.length > 0)
    throw refused(`There is an organization named “${owners[0].name}”. Use exactly this name.`);
  if (!owner) return;
  const existing = await tx
    .createQueryBuilder(Fanclub, 'f')
    .where('f.organizationId = :id AND lower(f.name) = lower(:name)', { id: owner.id, name })
    .getOne();
  if (existing) throw refused(`“${organization}” already has a fan club named “${existing.name}”.`);
}

const refused = (reason: string): CommandFailed => new CommandFailed(reason, 'Nothing was created.');
