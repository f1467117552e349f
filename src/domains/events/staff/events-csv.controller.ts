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

/** The events of a fan club as a CSV file: export and import have the same columns. */
@ClubStaffController('')
export class EventCsvController {
  constructor(private readonly imports: ItemImports) {}

  @Get('events.csv')
  @StaffOnly('events.read')
  download(@CurrentStaff() viewer: StaffViewer): Promise<StreamableFile> {
    return this.imports.export(viewer, EVENT_CSV);
  }

  @Post('events/import')
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
