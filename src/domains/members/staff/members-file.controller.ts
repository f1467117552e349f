import { Get, Post, type StreamableFile } from '@nestjs/common';
import type { CsvUpload } from '#platform/http';
import {
  ClubStaffController,
  CsvBody,
  csvFile,
  CurrentStaff,
  DryRun,
  type StaffAnswer,
  StaffOnly,
  type StaffViewer,
  TakesCsv,
} from '#platform/staff';
import { MEMBER_HEADINGS, MembersExport } from './members-export';
import { MembersImport } from './members-import';

/** All members as a file. */
@ClubStaffController('members.csv')
export class MembersFileController {
  constructor(private readonly members: MembersExport) {}

  @Get()
  @StaffOnly('members.export', { proof: true })
  async export(@CurrentStaff() viewer: StaffViewer): Promise<StreamableFile> {
    return csvFile('members', MEMBER_HEADINGS, await this.members.rows(viewer));
  }
}

/** Takes a CSV file of members, as the export writes it. */
@ClubStaffController('members/import')
export class MembersImportController {
  constructor(private readonly members: MembersImport) {}

  @Post()
  @StaffOnly('members.import')
  @TakesCsv()
  upload(
    @CurrentStaff() viewer: StaffViewer,
    @CsvBody() file: CsvUpload,
    @DryRun() dryRun: boolean,
  ): Promise<StaffAnswer> {
    return this.members.import(viewer, file, dryRun);
  }
}
