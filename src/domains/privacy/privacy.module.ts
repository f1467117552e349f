import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '#domains/accounts';
import { ErasureJobs } from './erasure.jobs';
import { ErasuresService } from './erasures.service';
import { OwnErasuresService } from './own-erasures.service';
import { PersonExport } from './person-export.entity';
import { PersonExportsService } from './person-exports.service';
import './privacy.declarations';
import './privacy.mails';
import './staff/privacy.declarations';
import { StaffErasuresController } from './staff/staff-erasures.controller';
import { StaffErasuresService } from './staff/staff-erasures.service';
import { StaffPersonExportsController } from './staff/staff-person-exports.controller';
import { StaffPersonExportsService } from './staff/staff-person-exports.service';

/** What a person may ask of a fan club: an export of their data, and to be erased. */
@Module({
  imports: [AccountsModule, TypeOrmModule.forFeature([PersonExport])],
  controllers: [StaffErasuresController, StaffPersonExportsController],
  providers: [
    ErasureJobs,
    ErasuresService,
    OwnErasuresService,
    PersonExportsService,
    StaffErasuresService,
    StaffPersonExportsService,
  ],
  exports: [OwnErasuresService, PersonExportsService],
})
export class PrivacyModule {}
