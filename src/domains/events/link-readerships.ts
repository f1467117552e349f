import { Injectable } from '@nestjs/common';
import type { Viewer } from '#platform/access';
import type { Readership, Readerships } from '#platform/answers';
import { EventsService } from './events.service';
import { linkReadership } from './link.rules';

/** Who gets the same answers about events. */
@Injectable()
export class LinkReaderships implements Readerships {
  constructor(private readonly events: EventsService) {}

  async of(viewer: Viewer): Promise<Readership> {
    return linkReadership(viewer, await this.events.presaleCodesOf(viewer));
  }
}
