import { Get, Headers, Patch, Post } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  ItemBody,
  ItemId,
  type ItemKind,
  ListOf,
  type ListPage,
  type ListQuery,
  type CatalogueItem,
  type StaffAnswer,
  StaffItems,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { Event } from '../event.entity';
import { eventsInCatalogue } from '../events.catalogue';

const EVENTS: ItemKind = {
  part: eventsInCatalogue,
  field: 'events',
  entity: Event,
  subject: 'event',
  html: ['description', 'links.code_instructions'],
};

/** The events of a fan club with their ticket links. They are withdrawn (`published`), not deleted. */
@ClubStaffController('events')
export class StaffEventsController {
  constructor(private readonly items: StaffItems) {}

  @Get()
  @StaffOnly('events.read')
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['start', 'title', 'id'], filters: ['published'] }) query: ListQuery,
  ): Promise<ListPage<CatalogueItem>> {
    return this.items.list(viewer, EVENTS, query, ({ title, venue, tags }) => [
      title,
      ...Object.values(venue as object),
      tags,
    ]);
  }

  @Get(':id')
  @StaffOnly('events.read')
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<StaffAnswer> {
    return this.items.one(viewer, EVENTS, id);
  }

  @Post()
  @StaffOnly('events.write')
  create(@CurrentStaff() viewer: StaffViewer, @ItemBody() body: object): Promise<StaffAnswer> {
    return this.items.create(viewer, EVENTS, body);
  }

  @Patch(':id')
  @StaffOnly('events.write')
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Headers('if-match') version: string | undefined,
    @ItemBody() body: object,
  ): Promise<StaffAnswer> {
    return this.items.change(viewer, EVENTS, id, version, body);
  }
}
