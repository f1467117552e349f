import { Get } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  PreviewOf,
  type PreviewWanted,
  Previews,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { eventListShape } from '../event.serializer';
import { EventsService } from '../events.service';

/** GET /events as anybody gets it at any time. */
@ClubStaffController('preview/events')
export class EventsPreviewController {
  constructor(
    private readonly previews: Previews,
    private readonly events: EventsService,
  ) {}

  @Get()
  @StaffOnly('events.read')
  async show(@CurrentStaff() staff: StaffViewer, @PreviewOf() wanted: PreviewWanted) {
    const { viewer, now } = await this.previews.open(staff, wanted);
    return eventListShape(await this.events.list(viewer, { page: wanted.page }, now));
  }
}
