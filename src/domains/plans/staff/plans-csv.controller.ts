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

/** The plans of a fan club as a CSV file, in the columns that the import reads. */
@ClubStaffController('plans.csv')
export class PlanFileController {
  constructor(private readonly imports: ItemImports) {}

  @Get()
  @StaffOnly('plans.read')
  download(@CurrentStaff() viewer: StaffViewer): Promise<StreamableFile> {
    return this.imports.export(viewer, PLAN_CSV);
  }
}

/** Takes a CSV file of plans, as the export writes it. */
@ClubStaffController('plans/import')
export class PlanImportController {
  constructor(private readonly imports: ItemImports) {}

  @Post()
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
