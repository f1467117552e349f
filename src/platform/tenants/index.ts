export { Fanclub } from './fanclub.entity';
export { FanclubKey } from './fanclub-key.entity';
export * from './hosted-pages';
export { LoginProvider } from './login-provider.entity';
export { Organization } from './organization.entity';
export { OrganizationApiKey } from './organization-api-key.entity';
export { TrustedDomain } from './trusted-domain.entity';
export * from './tenants.module';
