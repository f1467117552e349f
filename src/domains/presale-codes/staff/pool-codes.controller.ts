import { Get, HttpCode, Post } from '@nestjs/common';
import type { CsvUpload } from '#platform/http';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CsvBody,
  csvFile,
  csvOf,
  CurrentStaff,
  DONE,
  DryRun,
  ItemId,
  listAnswer,
  ListOf,
  type ListQuery,
  type Repeatable,
  RepeatableRequest,
  StaffBody,
  StaffOnly,
  type StaffViewer,
  TakesCsv,
} from '#platform/staff';
import {
  PoolFileReport,
  PoolReport,
  PresaleCodeOfMember,
  PresaleCodeOfPool,
  ReplacedCode,
  VoidedCodes,
} from './dto/pool.answers';
import { MemberCodesService } from './member-codes.service';
import { NothingBody, VoidBody } from './dto/pool.bodies';
import { CODE_LIST, PoolCodesService, SELLER_HEADINGS } from './pool-codes.service';
import { PoolFilesService } from './pool-files.service';
import { PoolReportsService, REPORT_HEADINGS } from './pool-reports.service';

/** The codes of presale pools. */
@ClubStaffController('pools/:id')
export class PoolCodesController {
  constructor(
    private readonly codes: PoolCodesService,
    private readonly files: PoolFilesService,
    private readonly reports: PoolReportsService,
  ) {}

  @Get('codes')
  @StaffOnly('presale_codes.read')
  @Answers({ 200: listAnswer(PresaleCodeOfPool) })
  list(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @ListOf(CODE_LIST) query: ListQuery) {
    return this.codes.list(viewer, id, query);
  }

  /**
   * Adds codes: a CSV file with a column `code`, whose other columns are ignored, or a list with a code on each line. The report tells of
   * the codes that were not added.
   */
  @Post('codes')
  @HttpCode(200)
  @StaffOnly('presale_codes.write')
  @TakesCsv()
  @Answers({ 200: PoolFileReport })
  upload(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @CsvBody() file: CsvUpload,
    @DryRun() dryRun: boolean,
  ) {
    return this.files.upload(viewer, id, file, dryRun);
  }

  /** Marks codes as used: a file of the seller, in the same form. */
  @Post('used')
  @HttpCode(200)
  @StaffOnly('presale_codes.write')
  @TakesCsv()
  @Answers({ 200: PoolFileReport })
  used(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @CsvBody() file: CsvUpload,
    @DryRun() dryRun: boolean,
  ) {
    return this.files.markUsed(viewer, id, file, dryRun);
  }

  /** The codes that members have, in one column for the seller. */
  @Post('export')
  @HttpCode(200)
  @StaffOnly('presale_codes.write')
  @Answers(csvOf(SELLER_HEADINGS))
  async export(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: NothingBody) {
    return csvFile(`presale-codes-${id}`, SELLER_HEADINGS, await this.codes.export(viewer, id));
  }

  /** Voids the codes that nobody has. */
  @Post('void_unassigned')
  @HttpCode(200)
  @StaffOnly('presale_codes.write')
  @Answers({ 200: VoidedCodes })
  voidFree(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() { reason }: VoidBody) {
    return this.codes.voidFree(viewer, id, reason);
  }

  @Get('report')
  @StaffOnly('presale_codes.read')
  @Answers({ 200: PoolReport })
  report(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.reports.report(viewer, id);
  }

  @Get('report.csv')
  @StaffOnly('presale_codes.read')
  @Answers(csvOf(REPORT_HEADINGS))
  async reportFile(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return csvFile(`presale-report-${id}`, REPORT_HEADINGS, await this.reports.rows(viewer, id));
  }
}

/** The codes of a member. */
@ClubStaffController('members/:id/presale_codes')
export class MemberCodesController {
  constructor(private readonly codes: MemberCodesService) {}

  @Get()
  @StaffOnly('presale_codes.read')
  @Answers({ 200: listAnswer(PresaleCodeOfMember) })
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @ListOf({ sort: ['-assigned_at', 'pool_name', 'id'], filters: [] }) query: ListQuery,
  ) {
    return this.codes.list(viewer, id, query);
  }
}

/** Single codes that members have. */
@ClubStaffController('presale_codes/:id')
export class PresaleCodeActionsController {
  constructor(private readonly codes: PoolCodesService) {}

  /** Mails the same code again, once per `Idempotency-Key`. */
  @Post('resend')
  @HttpCode(200)
  @StaffOnly('presale_codes.resend')
  @Answers({ 200: ReplacedCode })
  resend(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @RepeatableRequest() request: Repeatable,
    @StaffBody() _: NothingBody,
  ) {
    return this.codes.resend(viewer, id, request);
  }

  /** Voids a code. Its member can get another one. */
  @Post('void')
  @StaffOnly('presale_codes.write')
  @Answers(DONE)
  void(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() { reason }: VoidBody) {
    return this.codes.void(viewer, id, reason);
  }

  /** Voids a member's code and gives them another one, once per `Idempotency-Key`. */
  @Post('replace')
  @HttpCode(200)
  @StaffOnly('presale_codes.write')
  @Answers({ 200: ReplacedCode })
  replace(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @RepeatableRequest() request: Repeatable,
    @StaffBody() { reason }: VoidBody,
  ) {
    return this.codes.replace(viewer, id, reason, request);
  }
}
