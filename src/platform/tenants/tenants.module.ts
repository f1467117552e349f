import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FanclubKey } from './fanclub-key.entity';
import { Fanclub } from './fanclub.entity';
import { LoginProvider } from './login-provider.entity';
import { OrganizationApiKey } from './organization-api-key.entity';
import { Organization } from './organization.entity';
import { TrustedDomain } from './trusted-domain.entity';

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
