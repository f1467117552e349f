import { Get, Post, type StreamableFile } from '@nestjs/common';
import type { CsvUpload } from '#platform/http';
import {
  ClubStaffController,
  CsvBody,
  CurrentStaff,
  DryRun,
  ItemImports,
  type StaffAnswer,
  StaffOnly,
  type StaffViewer,
  TakesCsv,
} from '#platform/staff';
import { EVENT_CSV } from './event-csv';

/** The events of a fan club as a CSV file, in the columns that the import reads. */
@ClubStaffController('events.csv')
export class EventFileController {
  constructor(private readonly imports: ItemImports) {}

  @Get()
  @StaffOnly('events.read')
  download(@CurrentStaff() viewer: StaffViewer): Promise<StreamableFile> {
    return this.imports.export(viewer, EVENT_CSV);
  }
}

/** Takes a CSV file of events, as the export writes it. */
@ClubStaffController('events/import')
export class EventImportController {
  constructor(private readonly imports: ItemImports) {}

  @Post()
  @StaffOnly('events.write')
  @TakesCsv()
  upload(
    @CurrentStaff() viewer: StaffViewer,
    @CsvBody() file: CsvUpload,
    @DryRun() dryRun: boolean,
  ): Promise<StaffAnswer> {
    return this.imports.import(viewer, EVENT_CSV, file, dryRun);
  }
}
