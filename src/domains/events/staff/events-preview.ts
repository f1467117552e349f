import type { Preview } from '#platform/staff';
import { maskedCode } from '#domains/presale-codes';
import { eventListShape } from '../event.serializer';
import type { EventsService } from '../events.service';

/** GET /events as somebody gets it, for staff. Who sees codes masked sees all codes masked here, too. */
export async function previewOfEvents(
  events: EventsService,
  { staff, viewer, now, page }: Pick<Preview, 'staff' | 'viewer' | 'now'> & { readonly page?: number },
): Promise<ReturnType<typeof eventListShape>> {
  const shape = eventListShape(await events.list(viewer, { page }, now));
  const isMasked =
    staff.reach('events.read') === 'masked' || staff.reach('presale_codes.read') !== 'full';
  if (!isMasked) return shape;
  const masked = shape.events.map((event) => ({
    ...event,
    links: event.links.map((link) => ({ ...link, codes: link.codes.map(maskedCode) })),
  }));
  return { ...shape, events: masked };
}
