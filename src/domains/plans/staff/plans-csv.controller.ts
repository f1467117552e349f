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
import { PLAN_CSV } from './plan-csv';

/** The plans of a fan club as a CSV file: export and import have the same columns. */
@ClubStaffController('')
export class PlanCsvController {
  constructor(private readonly imports: ItemImports) {}

  @Get('plans.csv')
  @StaffOnly('plans.read')
  download(@CurrentStaff() viewer: StaffViewer): Promise<StreamableFile> {
    return this.imports.export(viewer, PLAN_CSV);
  }

  @Post('plans/import')
  @StaffOnly('plans.write')
  @TakesCsv()
  upload(
    @CurrentStaff() viewer: StaffViewer,
    @CsvBody() file: CsvUpload,
    @DryRun() dryRun: boolean,
  ): Promise<StaffAnswer> {
    return this.imports.import(viewer, PLAN_CSV, file, dryRun);
  }
}
