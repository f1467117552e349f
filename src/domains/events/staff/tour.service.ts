import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { pointerTo, Problem } from '#libs/problem';
import { format as f } from '#platform/catalogue';
import {
  type CatalogueItem,
  CatalogueItemsService,
  type ListPage,
  type ListQuery,
  pageOf,
  readAs,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import type { CopiesBody } from './dto/copies.body';
import { CLOSED_POOLS } from '#domains/presale-codes';
import { type EventItem, EVENTS } from './event-items';
import type { FormerVenue } from './dto/former-venue.answer';

/** The starts of copies, read as the catalogue reads instants. */
const COPIES = f.object('Copies', { starts: f.list(f.instant()) });

/** Help for entering a tour: copies of an event, and the venues of former events. */
@Injectable()
export class TourService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly items: CatalogueItemsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Copies an event with its links to other starts. All its other times move by the same duration. The copies are not published, and have no pool
   * whose presale is over.
   * @throws Problem (404, 409, 422)
   */
  copy(viewer: StaffViewer, id: number, body: CopiesBody): Promise<StaffAnswer> {
    const { starts } = readAs(COPIES, { starts: body.starts });
    return this.work.change(viewer, async (change) => {
      const original = (await this.items.one(change, EVENTS, id)) as EventItem;
      const key = { fanclub: change.fanclubId, now: this.clock.now() };
      const closed = new Set((await change.statements.rows(CLOSED_POOLS, key)).map((pool) => pool.id));
      const data: CatalogueItem[] = [];
      for (const [n, start] of starts.entries()) {
        const copy = this.items.create(change, EVENTS, movedTo(original, start, closed));
        data.push(await copy.catch((error: unknown) => refuseStart(error, n)));
      }
      return new StaffAnswer({ data, total: data.length }, { status: 201 });
    });
  }

  /** The venues of all events, the one that was used last first. */
  async venues(viewer: StaffViewer, query: ListQuery): Promise<ListPage<FormerVenue>> {
    const events = (await this.work.read(viewer, (rows) => this.items.all(rows, EVENTS))) as EventItem[];
    return pageOf(venuesOf(events), query, ({ name, city, country }) => [name, city, country]);
  }
}

/** @param closed pools whose presale is over: a new show has another one */
function movedTo({ id: _, ...event }: EventItem, start: Date, closed: ReadonlySet<number>): object {
  const distance = start.getTime() - Date.parse(event.start);
  const moved = (time: string | null): string | null =>
    time === null ? null : new Date(Date.parse(time) + distance).toISOString();
  return {
    ...event,
    start: start.toISOString(),
    date: moved(event.date),
    doors_open: moved(event.doors_open),
    published: false,
    links: event.links.map(({ id: _, ...link }) => ({
      ...link,
      presale_pool: link.presale_pool !== null && closed.has(link.presale_pool) ? null : link.presale_pool,
      publish_start: moved(link.publish_start),
      publish_end: moved(link.publish_end),
    })),
  };
}

/** Only the start of a copy is new, so any fault of the copy is due to it. */
function refuseStart(error: unknown, n: number): never {
  if (!(error instanceof Problem) || !error.facts.errors) throw error;
  const pointer = pointerTo('starts', n);
  const errors = error.facts.errors.map(({ detail }) => ({ pointer, detail }));
  throw new Problem(error.kind, { ...error.facts, errors });
}

function venuesOf(events: readonly EventItem[]): FormerVenue[] {
  const byPlace = new Map<string, FormerVenue>();
  const latestFirst = events.toSorted((one, other) => Date.parse(other.start) - Date.parse(one.start));
  for (const { id, venue, time_zone, start } of latestFirst) {
    const place = JSON.stringify([venue.name, venue.city, venue.country].map((text) => text?.toLowerCase()));
    const found = byPlace.get(place);
    if (found) byPlace.set(place, { ...found, events: found.events + 1 });
    else byPlace.set(place, { id, ...venue, time_zone, events: 1, last_start: start });
  }
  return [...byPlace.values()];
}
