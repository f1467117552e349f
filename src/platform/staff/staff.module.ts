import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogueItems } from './catalogue-items.service';
import { Factors } from './factors.service';
import { InvitationsController } from './invitations.controller';
import { ItemImports } from './item-imports.service';
import { Invitations } from './invitations.service';
import { OrganizationPeopleController } from './organization-people.controller';
import { OwnFactorsController } from './own-factors.controller';
import { OwnFactorsService } from './own-factors.service';
import { Previews } from './previews.service';
import { Passkeys } from './passkeys.service';
import { StaffAuditChain } from './staff-audit-chain.entity';
import { StaffAudit } from './staff-audit.entity';
import { StaffLimit } from './staff-limit.entity';
import { StaffItems } from './staff-items.service';
import { StaffLimits } from './staff-limits';
import { StaffLoginController } from './staff-login.controller';
import { StaffLogins } from './staff-login.service';
import { StaffPasskey } from './staff-passkey.entity';
import { StaffPeopleController } from './staff-people.controller';
import { StaffPeople } from './staff-people.service';
import { OrganizationRecordsController, StaffRecordsController } from './staff-records.controller';
import { StaffRecoveryCode } from './staff-recovery-code.entity';
import { StaffJobs } from './staff.jobs';
import { StaffRead } from './staff-read.entity';
import { StaffRequest } from './staff-request.entity';
import { StaffRole } from './staff-role.entity';
import { StaffSelfController } from './staff-self.controller';
import { StaffSession } from './staff-session.entity';
import { StaffSessions } from './staff-sessions.service';
import { StaffToken } from './staff-token.entity';
import { StaffWork } from './staff-work.service';
import { Staff } from './staff.entity';
import { StepTokens } from './step-tokens';

/** The people who run fan clubs: accounts, sessions, permissions, and the record of what they change. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([
      Staff,
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
    StaffLoginController,
    StaffPeopleController,
    StaffRecordsController,
    StaffSelfController,
  ],
  providers: [
    CatalogueItems,
    Factors,
    Invitations,
    ItemImports,
    OwnFactorsService,
    Passkeys,
    Previews,
    StaffItems,
    StaffJobs,
    StaffLimits,
    StaffLogins,
    StaffPeople,
    StaffSessions,
    StaffWork,
    StepTokens,
  ],
  exports: [
    CatalogueItems,
    Invitations,
    ItemImports,
    Previews,
    StaffItems,
    StaffLimits,
    StaffSessions,
    StaffWork,
  ],
})
export class StaffModule {}
