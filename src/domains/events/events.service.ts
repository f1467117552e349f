import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo, Viewer } from '#platform/access';
import { Config } from '#platform/config';
import { Published, readableRows } from '#platform/published';
import { clubAddress, hostedLinkCode } from '#platform/tenants';
import { type OwnCodes, PresaleCodesService } from '#domains/presale-codes';
import { type CalendarEvent, calendarEvents } from './calendar.rules';
import type { ListEventsQuery } from './dto/list-events.query';
import { type EventPage, eventPage, type VisibleEvent, visibleEvent } from './event.rules';
import { NoEventFound } from './events.errors';
import { PUBLISHED_EVENTS } from './events.queries';
import type { PresaleReader } from './link.rules';
import { type EventFacts, type PublishedEvent, publishedEvent, type PublishedLink } from './published-event';

/** A ticket link with its event. */
export interface LinkOfEvent {
  readonly event: EventFacts;
  /** With all its fields: callers decide what the viewer may see. */
  readonly link: PublishedLink;
}

interface PublishedEvents {
  /** By date. */
  readonly events: readonly PublishedEvent[];
  /** Whether a link has a pool of presale codes. */
  readonly hasPools: boolean;
}

const NO_CODES: OwnCodes = new Map();

/** The events of a fan club. Links leave the service only as the viewer may see them. */
@Injectable()
export class EventsService {
  /** All published events of a fan club. */
  private readonly published: (fanclub: FanclubInfo) => PublishedEvents;

  constructor(
    published: Published,
    private readonly presaleCodes: PresaleCodesService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.published = published.declare(async (db, { id }) => {
      const rows = await db.rows(PUBLISHED_EVENTS, { fanclub: id });
      const events = readableRows(rows, (row) => `event ${row.id}`, publishedEvent);
      return { events, hasPools: events.some(({ links }) => links.some(({ pool }) => pool !== null)) };
    });
  }

  /** The page of published events that the query asks for. */
  async list(viewer: Viewer, query: ListEventsQuery, now = this.clock.now()): Promise<EventPage> {
    const { events } = this.published(viewer.fanclub);
    return eventPage(events, query, viewer, await this.reader(viewer, now));
  }

  /** @throws NoEventFound */
  async find(viewer: Viewer, id: number): Promise<VisibleEvent> {
    const event = this.published(viewer.fanclub).events.find(({ facts }) => facts.id === id);
    if (!event) throw new NoEventFound();
    return visibleEvent(event, viewer, await this.reader(viewer, this.clock.now()));
  }

  /** The viewer's presale codes. Read only if a link has a pool, and the viewer may be entitled to it. */
  async presaleCodesOf(viewer: Viewer): Promise<OwnCodes> {
    const mayHave = viewer.membership?.exclusiveAccess && this.published(viewer.fanclub).hasPools;
    return mayHave ? this.presaleCodes.codesOf(viewer) : NO_CODES;
  }

  /** The published link with an id, and its event. Null: none. */
  findLink({ fanclub }: Viewer, id: number): LinkOfEvent | null {
    for (const { facts, links } of this.published(fanclub).events) {
      const link = links.find((one) => one.id === id);
      if (link) return { event: facts, link };
    }
    return null;
  }

  /** The events of the fan club for calendar programs: the same for every viewer. */
  calendar({ fanclub }: Viewer): CalendarEvent[] {
    return calendarEvents(this.published(fanclub).events, this.clock.now());
  }

  private async reader(viewer: Viewer, now: Date): Promise<PresaleReader> {
    const address = clubAddress(this.config.publicUrl, viewer.fanclub);
    return {
      codes: await this.presaleCodesOf(viewer),
      now,
      claimPage: (link) => hostedLinkCode(address, link),
    };
  }
}
