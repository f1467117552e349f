import type { CatalogueItem, ItemKind } from '#platform/staff';
import { Event } from '../event.entity';
import { TicketLink } from '../ticket-link.entity';
import { eventsInCatalogue } from '../events.catalogue';

export const EVENTS: ItemKind = {
  part: eventsInCatalogue,
  field: 'events',
  entity: Event,
  subject: 'event',
  follows: { date: 'start' },
  html: ['description', 'links.code_instructions'],
  members: { field: 'links', key: 'name', entity: TicketLink, owner: 'eventId' },
};

/** The venue of an event in the catalogue. */
export interface VenueItem {
  readonly name: string;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalcode: string | null;
  readonly country: string;
  readonly lat: string | null;
  readonly lon: string | null;
}

/** A ticket link in the catalogue, as far as staff code looks into it. */
export interface LinkItem {
  readonly name: string;
  readonly publish_start: string | null;
  readonly publish_end: string | null;
  readonly [field: string]: unknown;
}

/** An event in the catalogue, as far as staff code looks into it. */
export type EventItem = CatalogueItem & {
  readonly title: string;
  readonly date: string;
  readonly start: string;
  readonly doors_open: string | null;
  readonly time_zone: string;
  readonly tags: readonly string[];
  readonly venue: VenueItem;
  readonly links: readonly LinkItem[];
};
