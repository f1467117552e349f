import { Get, Post } from '@nestjs/common';
import type { CsvUpload } from '#platform/http';
import {
  ClubStaffController,
  CsvBody,
  csvFile,
  CurrentStaff,
  DryRun,
  ExportOf,
  type ListQuery,
  StaffOnly,
  type StaffViewer,
  TakesCsv,
  csvOf,
  IMPORTED,
} from '#platform/staff';
import { MEMBER_LIST } from './member-search';
import { MEMBER_HEADINGS, MembersExportService } from './members-export.service';
import { MembersImportService } from './members-import.service';
import { Answers } from '#platform/reference';

/** The members of the list as a file: those that it would have with the same query, on all its pages. */
@ClubStaffController('members.csv')
export class MembersFileController {
  constructor(private readonly members: MembersExportService) {}

  @Get()
  @StaffOnly('members.export', { proof: true })
  @Answers(csvOf(MEMBER_HEADINGS))
  async export(@CurrentStaff() viewer: StaffViewer, @ExportOf(MEMBER_LIST) query: ListQuery) {
    return csvFile('members', MEMBER_HEADINGS, await this.members.rows(viewer, query));
  }
}

/** Takes a CSV file of members, as the export writes it. */
@ClubStaffController('members/import')
export class MembersImportController {
  constructor(private readonly members: MembersImportService) {}

  @Post()
  @StaffOnly('members.import')
  @TakesCsv()
  @Answers(IMPORTED)
  upload(@CurrentStaff() viewer: StaffViewer, @CsvBody() file: CsvUpload, @DryRun() dryRun: boolean) {
    return this.members.import(viewer, file, dryRun);
  }
}
