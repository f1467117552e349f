import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, Viewer } from '#platform/access';
import { Published, readableRows } from '#platform/published';
import { type CalendarEvent, calendarEvents } from './calendar.rules';
import type { ListEventsQuery } from './dto/list-events.query';
import { type EventPage, eventPage, type VisibleEvent, visibleEvent } from './event.rules';
import { NoEventFound } from './events.errors';
import { PUBLISHED_EVENTS } from './events.queries';
import { type PublishedEvent, publishedEvent } from './published-event';

/** The events of a fan club. Links leave the service only as the viewer may see them. */
@Injectable()
export class EventsService {
  /** All published events of a fan club by date. */
  private readonly published: (fanclub: FanclubInfo) => readonly PublishedEvent[];

  constructor(
    published: Published,
    private readonly clock: Clock,
  ) {
    this.published = published.declare(async (db, { id }) =>
      readableRows(
        await db.rows(PUBLISHED_EVENTS, { fanclub: id }),
        (row) => `event ${row.id}`,
        publishedEvent,
      ),
    );
  }

  /** The page of published events that the query asks for. */
  async list(viewer: Viewer, query: ListEventsQuery): Promise<EventPage> {
    return eventPage(this.published(viewer.fanclub), query, viewer, this.clock.now());
  }

  /** @throws NoEventFound */
  async find(viewer: Viewer, id: number): Promise<VisibleEvent> {
    const event = this.published(viewer.fanclub).find(({ facts }) => facts.id === id);
    if (!event) throw new NoEventFound();
    return visibleEvent(event, viewer);
  }

  /** The events of the fan club for calendar programs: the same for every viewer. */
  calendar({ fanclub }: Viewer): CalendarEvent[] {
    return calendarEvents(this.published(fanclub), this.clock.now());
  }
}
