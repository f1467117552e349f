import { Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CurrentStaff,
  DONE,
  IfMatch,
  ItemId,
  listAnswer,
  ListOf,
  type ListQuery,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { subscribable, WEBHOOKS } from '#platform/webhooks';
import { Endpoint, EndpointWithSecret, Replayed, TypesOfMessages } from './dto/webhook.answers';
import { EndpointChange, NewEndpoint, ReplayPeriod, SecretRoll } from './dto/webhook.bodies';
import { StaffEndpointsService } from './staff-endpoints.service';

/** The addresses that get a message when something happens in the fan club. */
@ClubStaffController('webhook_endpoints')
export class StaffEndpointsController {
  constructor(private readonly endpoints: StaffEndpointsService) {}

  @Get()
  @StaffOnly('webhooks.read')
  @Answers({ 200: listAnswer(Endpoint) })
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['name', 'id', 'created_at'], filters: ['enabled'] }) query: ListQuery,
  ) {
    return this.endpoints.list(viewer, query);
  }

  @Get(':id')
  @StaffOnly('webhooks.read')
  @Answers({ 200: Endpoint })
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.endpoints.one(viewer, id);
  }

  /** Creates an endpoint. `secret` is shown only here. */
  @Post()
  @StaffOnly('webhooks.write', { proof: true })
  @Answers({ 201: EndpointWithSecret })
  create(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: NewEndpoint) {
    return this.endpoints.create(viewer, body);
  }

  /** Changes an endpoint. One that is switched on again gets the messages that waited. */
  @Patch(':id')
  @StaffOnly('webhooks.write', { proof: true })
  @Answers({ 200: Endpoint })
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @IfMatch() version: string | undefined,
    @StaffBody() body: EndpointChange,
  ) {
    return this.endpoints.change(viewer, id, version, body);
  }

  @Delete(':id')
  @StaffOnly('webhooks.write', { proof: true })
  @Answers(DONE)
  delete(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.endpoints.delete(viewer, id);
  }

  /** Replaces the secret. The former one signs as well for some hours. `secret` is shown only here. */
  @Post(':id/roll_secret')
  @HttpCode(200)
  @StaffOnly('webhooks.write', { proof: true })
  @Answers({ 200: EndpointWithSecret })
  roll(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() { hours }: SecretRoll) {
    return this.endpoints.roll(viewer, id, hours);
  }

  /** Sends a test message. Its delivery shows what the receiver answered. */
  @Post(':id/test')
  @StaffOnly('webhooks.write')
  @Answers(DONE)
  test(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.endpoints.test(viewer, id);
  }

  /** Sends the messages of a period again. */
  @Post(':id/replay')
  @HttpCode(200)
  @StaffOnly('webhooks.write')
  @Answers({ 200: Replayed })
  replay(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() period: ReplayPeriod) {
    return this.endpoints.replay(viewer, id, period);
  }
}

/** The types of messages, with examples. */
@ClubStaffController('webhook_types')
export class StaffTypesController {
  @Get()
  @StaffOnly('webhooks.read')
  @Answers({ 200: TypesOfMessages })
  list(@CurrentStaff() _: StaffViewer) {
    return {
      data: subscribable().map((type) => {
        const { description, example, personal = null } = WEBHOOKS.get(type);
        return { type, description, example, personal };
      }),
    };
  }
}
