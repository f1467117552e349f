import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FanclubKey, Fanclub, TrustedDomain, LoginProvider } from './fanclub.entity';
import { OrganizationApiKey, Organization } from './organization.entity';

/** The tables of organizations and fan clubs. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      FanclubKey,
      Fanclub,
      LoginProvider,
      OrganizationApiKey,
      Organization,
      TrustedDomain,
    ]),
  ],
})
export class TenantsModule {}
