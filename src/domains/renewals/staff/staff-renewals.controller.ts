import { Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  csvFile,
  csvOf,
  CurrentStaff,
  ItemId,
  listAnswer,
  ListOf,
  type ListQuery,
  type Repeatable,
  RepeatableRequest,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { ChangedRenewal, RenewalForecast, StaffRenewal, StaffRenewalListItem } from './dto/renewal.answers';
import { NoBody, RenewalReasonBody } from './dto/renewal.bodies';
import { RENEWAL_LIST } from './renewal-search';
import { RENEWAL_HEADINGS } from './renewal.serializer';
import { RenewalActionsService } from './renewal-actions.service';
import { RenewalForecastService } from './renewal-forecast.service';
import { StaffRenewalsService } from './staff-renewals.service';

/** The renewals of a fan club, and what staff do with them. */
@ClubStaffController('renewals')
export class StaffRenewalsController {
  constructor(
    private readonly renewals: StaffRenewalsService,
    private readonly actions: RenewalActionsService,
    private readonly forecasts: RenewalForecastService,
  ) {}

  @Get()
  @StaffOnly('renewals.read')
  @Answers({ 200: listAnswer(StaffRenewalListItem) })
  list(@CurrentStaff() viewer: StaffViewer, @ListOf(RENEWAL_LIST) query: ListQuery) {
    return this.renewals.list(viewer, query);
  }

  /** The automatic renewals that follow if the season after a sales period opens at a time. */
  @Get('forecast')
  @StaffOnly('renewals.read')
  @Answers({ 200: RenewalForecast })
  @ApiQuery({ name: 'period_id', schema: { type: 'integer' } })
  @ApiQuery({ name: 'starts_at', schema: { type: 'string', format: 'date-time' } })
  forecast(
    @CurrentStaff() viewer: StaffViewer,
    @Query('period_id') period: unknown,
    @Query('starts_at') startsAt: unknown,
  ) {
    return this.forecasts.ofSeason(viewer, period, startsAt);
  }

  @Get(':id')
  @StaffOnly('renewals.read')
  @Answers({ 200: StaffRenewal })
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.renewals.one(viewer, id);
  }

  /** Nothing is charged until staff resume it. The member gets a mail. */
  @Post(':id/stop')
  @HttpCode(200)
  @StaffOnly('renewals.write')
  @Answers({ 200: ChangedRenewal })
  stop(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { reason }: RenewalReasonBody,
  ) {
    return this.actions.stop(viewer, id, reason);
  }

  /** As announced; after the announced day, with a new notice. */
  @Post(':id/resume')
  @HttpCode(200)
  @StaffOnly('renewals.write')
  @Answers({ 200: ChangedRenewal })
  resume(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { reason }: RenewalReasonBody,
  ) {
    return this.actions.resume(viewer, id, reason);
  }

  /** Sends the mail of its state again. */
  @Post(':id/mail')
  @HttpCode(200)
  @StaffOnly('renewals.write')
  @Answers({ 200: ChangedRenewal })
  mail(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: NoBody) {
    return this.actions.mail(viewer, id);
  }

  /** Charges the saved card now instead of at the next try. Executed once per `Idempotency-Key`. */
  @Post(':id/charge')
  @HttpCode(200)
  @StaffOnly('renewals.write', { proof: true })
  @Answers({ 200: ChangedRenewal })
  charge(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @RepeatableRequest() request: Repeatable,
    @StaffBody() _: NoBody,
  ) {
    return this.actions.charge(viewer, id, request);
  }
}

/** The renewals that the same filters list, as a CSV file. */
@ClubStaffController('renewals.csv')
export class StaffRenewalsFileController {
  constructor(private readonly renewals: StaffRenewalsService) {}

  @Get()
  @StaffOnly('renewals.read')
  @Answers(csvOf(RENEWAL_HEADINGS))
  async export(@CurrentStaff() viewer: StaffViewer, @ListOf(RENEWAL_LIST) query: ListQuery) {
    return csvFile('renewals', RENEWAL_HEADINGS, await this.renewals.rows(viewer, query));
  }
}
