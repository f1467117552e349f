import type { Preview } from '#platform/staff';
import { maskedCode, withMaskedCodes } from '#domains/presale-codes';
import { eventListShape } from '../event.serializer';
import type { VisibleEvent } from '../event.rules';
import type { EventsService } from '../events.service';
import type { ListEventsQuery } from '../dto/list-events.query';

/** What the widget for websites asks for, unless the website says otherwise. */
export const OF_WIDGET = { scope: 'upcoming', schedule: 'active' } as const;

/**
 * GET /events as somebody gets it, for staff. Who sees codes masked sees all codes masked here, too.
 * @param query that of the request; by default all events are wanted
 */
export async function previewOfEvents(
  events: EventsService,
  { staff, viewer, now, page }: Pick<Preview, 'staff' | 'viewer' | 'now'> & { readonly page?: number },
  query: ListEventsQuery = {},
): Promise<ReturnType<typeof eventListShape>> {
  const shown = await events.list(viewer, { ...query, page }, now);
  const isMasked = staff.reach('events.read') === 'masked' || staff.reach('presale_codes.read') !== 'full';
  return eventListShape(isMasked ? { ...shown, events: shown.events.map(masked) } : shown);
}

const masked = ({ event, links }: VisibleEvent): VisibleEvent => ({
  event,
  links: links.map((link) => ({
    ...link,
    url: withMaskedCodes(link.url, link.codes, encodeURIComponent),
    codeInstructions: withMaskedCodes(link.codeInstructions, link.codes),
    codes: link.codes.map(maskedCode),
  })),
});
