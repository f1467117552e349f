import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, Viewer } from '../access';
import { Sql } from '../database/sql';
import type { ListEventsQuery } from './dto/list-events.query';
import { type EventPage, eventPage } from './event.rules';
import { NoEventFound } from './events.errors';
import { type EventRow, PUBLISHED_EVENTS } from './events.queries';
import { type PublishedEvent, publishedEvent } from './published-event';

/** The events of a fan club. What its visitors see differs only in what the links tell them. */
@Injectable()
export class EventsService {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  /** The page of published events that the query asks for. */
  async list(viewer: Viewer, query: ListEventsQuery): Promise<EventPage> {
    return eventPage(await this.published(viewer.fanclub), query, this.clock.now());
  }

  /**
   * One published event.
   * @throws NoEventFound
   */
  async find(viewer: Viewer, id: number): Promise<PublishedEvent> {
    const event = (await this.published(viewer.fanclub)).find((candidate) => candidate.id === id);
    if (!event) throw new NoEventFound();
    return event;
  }

  /** All published events of a fan club by date: the same for every viewer and at any time. */
  private async published(fanclub: FanclubInfo): Promise<readonly PublishedEvent[]> {
    return (await this.sql.rows<EventRow>(PUBLISHED_EVENTS, [fanclub.id])).map(publishedEvent);
  }
}
