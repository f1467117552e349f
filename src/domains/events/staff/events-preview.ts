import type { Preview } from '#platform/staff';
import { maskedCode, viewerWithCodes } from '#domains/presale-codes';
import { eventListShape } from '../event.serializer';
import type { EventsService } from '../events.service';

/** GET /events as somebody gets it, for staff. Who sees presale codes masked sees a member's codes masked here, too. */
export async function previewOfEvents(
  events: EventsService,
  { staff, viewer, now, page }: Pick<Preview, 'staff' | 'viewer' | 'now'> & { readonly page?: number },
): Promise<ReturnType<typeof eventListShape>> {
  const codes = await events.presaleCodesOf(viewer);
  const isMasked = codes.size > 0 && staff.reach('presale_codes.read') !== 'full';
  const masked = [...codes].map(([id, code]) => [id, maskedCode(code)] as const);
  const shown = isMasked ? viewerWithCodes(viewer, new Map(masked)) : viewer;
  return eventListShape(await events.list(shown, { page }, now));
}
