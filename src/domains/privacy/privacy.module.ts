import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '#domains/accounts';
import { DistinctMembers } from './distinct-members.entity';
import { ErasureJobs } from './erasure.jobs';
import { ErasuresService } from './erasures.service';
import { MergesService } from './merges.service';
import { OwnErasuresService } from './own-erasures.service';
import { PersonExport } from './person-export.entity';
import { PersonExportsService } from './person-exports.service';
import './privacy.declarations';
import './privacy.mails';
import './staff/privacy.declarations';
import { StaffContactRightsController } from './staff/staff-contact-rights.controller';
import { StaffContactRightsService } from './staff/staff-contact-rights.service';
import { StaffDuplicatesController } from './staff/staff-duplicates.controller';
import { StaffDuplicatesService } from './staff/staff-duplicates.service';
import { StaffErasuresController } from './staff/staff-erasures.controller';
import { StaffErasuresService } from './staff/staff-erasures.service';
import { StaffMergesController } from './staff/staff-merges.controller';
import { StaffMergesService } from './staff/staff-merges.service';
import { StaffPersonExportsController } from './staff/staff-person-exports.controller';
import { StaffPersonExportsService } from './staff/staff-person-exports.service';

/** What a person may ask of a fan club: an export of their data, and to be erased. Also merges two accounts of one person. */
@Module({
  imports: [AccountsModule, TypeOrmModule.forFeature([DistinctMembers, PersonExport])],
  controllers: [
    StaffContactRightsController,
    StaffDuplicatesController,
    StaffErasuresController,
    StaffMergesController,
    StaffPersonExportsController,
  ],
  providers: [
    ErasureJobs,
    ErasuresService,
    MergesService,
    OwnErasuresService,
    PersonExportsService,
    StaffContactRightsService,
    StaffDuplicatesService,
    StaffErasuresService,
    StaffMergesService,
    StaffPersonExportsService,
  ],
  exports: [ErasuresService, OwnErasuresService, PersonExportsService],
})
export class PrivacyModule {}
