import { Get, Headers, Patch, Post } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  ItemBody,
  ItemId,
  ListOf,
  type ListPage,
  type ListQuery,
  type CatalogueItem,
  type StaffAnswer,
  StaffBody,
  StaffItems,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { CopiesBody } from './dto/copies.body';
import { type EventItem, EVENTS } from './event-items';
import { type FormerVenue, Tour } from './tour.service';

/** The events of a fan club with their ticket links. They are withdrawn (`published`), not deleted. */
@ClubStaffController('events')
export class StaffEventsController {
  constructor(
    private readonly items: StaffItems,
    private readonly tour: Tour,
  ) {}

  @Get()
  @StaffOnly('events.read')
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['start', 'title', 'id'], filters: ['published'] }) query: ListQuery,
  ): Promise<ListPage<CatalogueItem>> {
    return this.items.list(viewer, EVENTS, query, (item) => {
      const { title, venue, tags } = item as EventItem;
      return [title, ...Object.values<string | null>({ ...venue }), ...tags];
    });
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

  /** `links` is the whole list: links that it does not name are deleted. Without it all stay. */
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

  /** Copies an event to the dates of a tour. */
  @Post(':id/copies')
  @StaffOnly('events.write')
  copy(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() body: CopiesBody,
  ): Promise<StaffAnswer> {
    return this.tour.copy(viewer, id, body);
  }
}

/** The venues of former events. */
@ClubStaffController('venues')
export class StaffVenuesController {
  constructor(private readonly tour: Tour) {}

  @Get()
  @StaffOnly('events.read')
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['-last_start', 'name', 'city', 'events'], filters: ['country'] }) query: ListQuery,
  ): Promise<ListPage<FormerVenue>> {
    return this.tour.venues(viewer, query);
  }
}
