export {
  columnsOfSettings,
  exportFanclub,
  FANCLUB_FIELDS,
  fanclubSettings,
  KEY_HOLDER,
  loadFanclub,
  settingsOf,
} from './fanclubs.catalogue';
export { Fanclub } from './fanclub.entity';
export { FanclubKey } from './fanclub-key.entity';
export * from './hosted-pages';
export { LoginProvider } from './login-provider.entity';
export { Organization } from './organization.entity';
export { exportOrganization, loadOrganizations, ORGANIZATION_FIELDS } from './organizations.catalogue';
export { OrganizationApiKey } from './organization-api-key.entity';
export { MAX_TRUSTED_DOMAINS, TrustedDomain } from './trusted-domain.entity';
export * from './tenants.module';
