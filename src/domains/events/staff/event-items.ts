import type { CatalogueItem, ItemKind } from '#platform/staff';
import { maskedCode, withMaskedCodes } from '#domains/presale-codes';
import { Event } from '../event.entity';
import type { Venue } from '../events.queries';
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
  masks: (item) => ({
    ...item,
    links: (item as EventItem).links.map((link) => ({
      ...link,
      url: withMaskedCodes(link.url, link.codes, encodeURIComponent),
      code_instructions: withMaskedCodes(link.code_instructions, link.codes),
      codes: link.codes.map(maskedCode),
    })),
  }),
};

/** The fields of a catalogue ticket link that staff code reads. */
export interface LinkItem {
  readonly id: number;
  readonly name: string;
  readonly publish_start: string | null;
  readonly publish_end: string | null;
  readonly presale_pool: number | null;
  readonly codes: readonly string[];
  readonly url: string;
  readonly code_instructions: string | null;
  readonly [field: string]: unknown;
}

/** The fields of a catalogue event that staff code reads. */
export type EventItem = CatalogueItem & {
  readonly title: string;
  readonly date: string;
  readonly start: string;
  readonly doors_open: string | null;
  readonly time_zone: string;
  readonly tags: readonly string[];
  readonly venue: Venue;
  readonly links: readonly LinkItem[];
};
