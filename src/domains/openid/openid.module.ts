import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OidcApplication } from './application.entity';
import { ApplicationsLookup } from './applications-lookup';
import { BackChannelLogOuts } from './back-channel-log-outs';
import { Consents } from './consents';
import { LogInLookup } from './log-in-lookup';
import { LogOutRequests } from './log-out-requests';
import { MemberClaims } from './member-claims';
import { OpenidAsks } from './openid-asks';
import { OpenidJobs } from './openid.jobs';
import { OpenidProviders } from './openid-providers';
import { OidcConsent, OidcKey, OidcLogIn, OidcRecord } from './openid.entities';
import { SigningKeys } from './signing-keys';
import './staff/openid.declarations';
import {
  MemberApplicationsController,
  StaffApplicationsController,
} from './staff/staff-applications.controller';
import { StaffApplicationsService } from './staff/staff-applications.service';

@Module({
  imports: [TypeOrmModule.forFeature([OidcApplication, OidcConsent, OidcKey, OidcLogIn, OidcRecord])],
  controllers: [MemberApplicationsController, StaffApplicationsController],
  providers: [
    ApplicationsLookup,
    BackChannelLogOuts,
    Consents,
    LogInLookup,
    LogOutRequests,
    MemberClaims,
    OpenidAsks,
    OpenidJobs,
    OpenidProviders,
    SigningKeys,
    StaffApplicationsService,
  ],
  exports: [Consents, LogInLookup, LogOutRequests, OpenidAsks, OpenidProviders],
})
export class OpenidModule {}
