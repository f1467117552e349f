import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClubHosts } from './club-hosts';
import { FanClubHost } from './fan-club-host.entity';
import { FanclubKey, Fanclub, TrustedDomain, LoginProvider } from './fanclub.entity';
import { OrganizationApiKey, Organization } from './organization.entity';

/** The tables of organizations and fan clubs. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([
      FanClubHost,
      FanclubKey,
      Fanclub,
      LoginProvider,
      OrganizationApiKey,
      Organization,
      TrustedDomain,
    ]),
  ],
  providers: [ClubHosts],
  exports: [ClubHosts],
})
export class TenantsModule {}
