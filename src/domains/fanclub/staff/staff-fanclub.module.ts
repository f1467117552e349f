import { Module } from '@nestjs/common';
import { StaffClubController } from './staff-club.controller';
import { StaffDomainsController } from './staff-domains.controller';
import { StaffKeysController } from './staff-keys.controller';
import { StaffLoginProvidersController } from './staff-login-providers.controller';
import { StaffMailTemplatesController } from './staff-mail-templates.controller';
import { StaffMailsController } from './staff-mails.controller';
import { StaffOrganizationKeysController } from './staff-organization-keys.controller';

/** What staff do with a fan club as such: its settings, trusted domains, keys, login providers and mails. */
@Module({
  controllers: [
    StaffClubController,
    StaffDomainsController,
    StaffKeysController,
    StaffLoginProvidersController,
    StaffMailTemplatesController,
    StaffMailsController,
    StaffOrganizationKeysController,
  ],
})
export class StaffFanclubModule {}
