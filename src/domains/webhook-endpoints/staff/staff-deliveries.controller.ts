import { Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CurrentStaff,
  ItemId,
  listAnswer,
  ListOf,
  type ListQuery,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { Delivery, Feed } from './dto/webhook.answers';
import { StaffDeliveriesService } from './staff-deliveries.service';

/** What became of the messages of the last 30 days. */
@ClubStaffController('webhook_deliveries')
export class StaffDeliveriesController {
  constructor(private readonly deliveries: StaffDeliveriesService) {}

  @Get()
  @StaffOnly('webhooks.read')
  @Answers({ 200: listAnswer(Delivery) })
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['-id', 'at'], filters: ['endpoint_id', 'state'] }) query: ListQuery,
  ) {
    return this.deliveries.list(viewer, query);
  }

  /** Sends a message again, with all its attempts. */
  @Post(':id/replay')
  @HttpCode(200)
  @StaffOnly('webhooks.write')
  @Answers({ 200: Delivery })
  replay(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.deliveries.replay(viewer, id);
  }
}

/** The messages of the last 30 days, for receivers that missed some. */
@ClubStaffController('webhook_messages')
export class StaffMessagesController {
  constructor(private readonly deliveries: StaffDeliveriesService) {}

  /** At most 100 messages after a position, in the order in which they are sent. */
  @Get()
  @StaffOnly('webhooks.read')
  @ApiQuery({ name: 'since', required: false, schema: { type: 'integer', minimum: 0, default: 0 } })
  @ApiQuery({
    name: 'endpoint_id',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    description: 'Only what this endpoint gets, with personal data if it gets them.',
  })
  @Answers({ 200: Feed })
  feed(
    @CurrentStaff() viewer: StaffViewer,
    @Query('since') since: string | undefined,
    @Query('endpoint_id') endpoint: string | undefined,
  ) {
    return this.deliveries.feed(viewer, since, endpoint);
  }
}
