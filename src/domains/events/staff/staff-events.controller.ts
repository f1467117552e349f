import { Get, Post } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  type ItemList,
  itemController,
  itemFileController,
  ItemId,
  ListOf,
  type ListPage,
  type ListQuery,
  previewController,
  type StaffAnswer,
  StaffBody,
  StaffOnly,
  type StaffViewer,
  listAnswer,
  itemShape,
} from '#platform/staff';
import { EventsService } from '../events.service';
import { CopiesBody } from './dto/copies.body';
import { type EventItem, EVENTS } from './event-items';
import { OF_WIDGET, previewOfEvents } from './events-preview';
import { TourService } from './tour.service';
import { Answers, objectOf } from '#platform/reference';
import { FormerVenue } from './dto/former-venue.answer';
import { Event, Pagination } from '../dto/event.answer';

const LIST: ItemList = {
  sort: ['start', 'title', 'id'],
  filters: ['published'],
  search(item) {
    const { title, venue, tags } = item as EventItem;
    return [title, ...Object.values<string | null>({ ...venue }), ...tags];
  },
};

/**
 * The events of a fan club with their ticket links. They are withdrawn (`published`), not deleted. In a change, `links` is the
 * whole list: links that it does not name are deleted. Without it all stay.
 */
@ClubStaffController('events')
export class StaffEventsController extends itemController(EVENTS, {
  read: 'events.read',
  write: 'events.write',
  ...LIST,
}) {
  constructor(private readonly tour: TourService) {
    super();
  }

  /** Copies an event to the dates of a tour. */
  @Post(':id/copies')
  @StaffOnly('events.write')
  @Answers({ 201: listAnswer(itemShape(EVENTS)) })
  copy(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() body: CopiesBody,
  ): Promise<StaffAnswer> {
    return this.tour.copy(viewer, id, body);
  }
}

/** The events of a fan club as CSV files, with a row for each ticket link. */
@ClubStaffController()
export class EventFileController extends itemFileController(EVENTS, {
  read: 'events.read',
  write: 'events.write',
  imported: 'events.imported',
  list: LIST,
  key: ['title', 'start'],
  memberPrefix: 'link_',
}) {}

/** GET /events as anybody gets it at any time from the widget for websites: without past events and links. */
@ClubStaffController('preview/events')
export class EventsPreviewController extends previewController(
  'events.read',
  objectOf({ events: [Event], pagination: Pagination }),
  EventsService,
  (events, preview) => previewOfEvents(events, preview, OF_WIDGET),
) {}

/** The venues of former events. */
@ClubStaffController('venues')
export class StaffVenuesController {
  constructor(private readonly tour: TourService) {}

  @Get()
  @StaffOnly('events.read')
  @Answers({ 200: listAnswer(FormerVenue) })
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['-last_start', 'name', 'city', 'events'], filters: ['country'] }) query: ListQuery,
  ): Promise<ListPage<FormerVenue>> {
    return this.tour.venues(viewer, query);
  }
}
