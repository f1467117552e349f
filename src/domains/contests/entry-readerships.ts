import { Injectable } from '@nestjs/common';
import type { Viewer } from '#platform/access';
import type { Readership, Readerships } from '#platform/answers';
import { ContestsService } from './contests.service';

/** Who gets the same list of contests. */
@Injectable()
export class EntryReaderships implements Readerships {
  constructor(private readonly contests: ContestsService) {}

  of(viewer: Viewer): Promise<Readership> {
    return this.contests.readershipOf(viewer);
  }
}
