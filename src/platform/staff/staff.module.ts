import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogueItemsService } from './items/catalogue-items.service';
import { CsvImportsService } from './items/csv-imports.service';
import { FactorsService } from './login/factors.service';
import {
  InvitationsController,
  OrganizationPeopleController,
  StaffPeopleController,
} from './people/staff-people.controller';
import { ItemImportsService } from './items/item-imports.service';
import { InvitationsService } from './people/invitations.service';
import { OwnFactorsController } from './login/own-factors.controller';
import { OwnFactorsService } from './login/own-factors.service';
import { PreviewsService } from './items/previews.service';
import { PasskeysService } from './login/passkeys.service';
import { StaffApiKey } from './keys/staff-api-key.entity';
import { StaffApiKeysController } from './keys/staff-api-keys.controller';
import { StaffApiKeysService } from './keys/staff-api-keys.service';
import { StaffProgramsService } from './keys/staff-programs.service';
import { StaffAuditChain, StaffAudit, StaffRead } from './audit/staff-audit.entity';
import {
  StaffLimit,
  StaffPasskey,
  StaffSession,
  StaffRecoveryCode,
  StaffToken,
} from './login/staff-login.entity';
import { StaffItemsService } from './items/staff-items.service';
import { StaffLimits } from './login/staff-limits';
import { StaffLoginController, StaffSelfController } from './login/staff-login.controller';
import { StaffLoginService } from './login/staff-login.service';
import { StaffPeopleService } from './people/staff-people.service';
import { OrganizationRecordsController, StaffRecordsController } from './audit/staff-records.controller';
import { StaffRecordsService } from './audit/staff-records.service';
import { StaffJobs } from './staff.jobs';
import { StaffReference, StaffReferenceController } from './staff-reference.controller';
import { StaffRequest } from './staff-request.entity';
import { StaffRole, Staff } from './people/staff.entity';
import { StaffSelfService } from './login/staff-self.service';
import { StaffSessionsService } from './login/staff-sessions.service';
import { StaffWorkService } from './staff-work.service';
import { StepTokens } from './login/step-tokens';
import './staff.declarations';
import './staff.mails';

/** The people who run fan clubs: accounts, sessions, permissions, and the record of what they change. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([
      Staff,
      StaffApiKey,
      StaffAudit,
      StaffAuditChain,
      StaffLimit,
      StaffPasskey,
      StaffRecoveryCode,
      StaffRead,
      StaffRequest,
      StaffRole,
      StaffSession,
      StaffToken,
    ]),
  ],
  controllers: [
    InvitationsController,
    OrganizationPeopleController,
    OrganizationRecordsController,
    OwnFactorsController,
    StaffApiKeysController,
    StaffLoginController,
    StaffPeopleController,
    StaffRecordsController,
    StaffReferenceController,
    StaffSelfController,
  ],
  providers: [
    CatalogueItemsService,
    CsvImportsService,
    FactorsService,
    InvitationsService,
    ItemImportsService,
    OwnFactorsService,
    PasskeysService,
    PreviewsService,
    StaffApiKeysService,
    StaffItemsService,
    StaffJobs,
    StaffLimits,
    StaffLoginService,
    StaffPeopleService,
    StaffProgramsService,
    StaffRecordsService,
    StaffReference,
    StaffSelfService,
    StaffSessionsService,
    StaffWorkService,
    StepTokens,
  ],
  exports: [
    CatalogueItemsService,
    CsvImportsService,
    InvitationsService,
    ItemImportsService,
    PreviewsService,
    StaffItemsService,
    StaffLimits,
    StaffProgramsService,
    StaffReference,
    StaffSessionsService,
    StaffWorkService,
  ],
})
export class StaffModule {}
