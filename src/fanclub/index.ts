export { Fanclub } from './fanclub.entity';
export { FanclubKey } from './fanclub-key.entity';
export { LoginProvider } from './login-provider.entity';
export { Organization } from './organization.entity';
export { OrganizationApiKey } from './organization-api-key.entity';
export { TrustedDomain } from './trusted-domain.entity';
export * from './fanclub.module';
export * from './hosted-pages';
