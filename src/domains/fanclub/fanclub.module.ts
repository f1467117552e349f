import { Module } from '@nestjs/common';
import { FanclubController } from './fanclub.controller';
import { HostCheck } from './host-check';
import { HostProof } from './host-proof';
import { HostsController } from './hosts.controller';
import { StaffClubController, StaffDomainsController } from './staff/staff-club.controller';
import { StaffClubService } from './staff/staff-club.service';
import { StaffDomainsService } from './staff/staff-domains.service';
import { StaffHostsController } from './staff/staff-hosts.controller';
import { StaffHostsService } from './staff/staff-hosts.service';
import {
  StaffKeysController,
  StaffOrganizationKeysController,
  StaffLoginProvidersController,
} from './staff/staff-keys.controller';
import { StaffKeysService, StaffOrganizationKeysService } from './staff/staff-keys.service';
import { StaffLoginProvidersService } from './staff/staff-login-providers.service';
import { StaffMailTemplatesController, StaffMailsController } from './staff/staff-mails.controller';
import { StaffMailTemplatesService } from './staff/staff-mail-templates.service';
import { StaffMailsService } from './staff/staff-mails.service';
import './staff/fanclub.declarations';

@Module({
  controllers: [
    FanclubController,
    HostsController,
    StaffClubController,
    StaffDomainsController,
    StaffHostsController,
    StaffKeysController,
    StaffLoginProvidersController,
    StaffMailTemplatesController,
    StaffMailsController,
    StaffOrganizationKeysController,
  ],
  providers: [
    HostCheck,
    HostProof,
    StaffClubService,
    StaffDomainsService,
    StaffHostsService,
    StaffKeysService,
    StaffLoginProvidersService,
    StaffMailTemplatesService,
    StaffMailsService,
    StaffOrganizationKeysService,
  ],
})
export class FanclubModule {}
