import { FanclubKey } from '../fanclub/fanclub-key.entity';
import { Fanclub } from '../fanclub/fanclub.entity';
import { LoginProvider } from '../fanclub/login-provider.entity';
import { OrganizationApiKey } from '../fanclub/organization-api-key.entity';
import { Organization } from '../fanclub/organization.entity';
import { TrustedDomain } from '../fanclub/trusted-domain.entity';

/**
 * Every table of the service. By their files, not through the domains' indexes: a data source is also opened where no domain
 * is loaded, by the command line and by TypeORM's own.
 */
export const ENTITIES = [
  Organization,
  OrganizationApiKey,
  Fanclub,
  FanclubKey,
  TrustedDomain,
  LoginProvider,
] as const;
