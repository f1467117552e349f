import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { type ListQuery, notFound, type StaffViewer, StaffWorkService } from '#platform/staff';
import { ADD_DISTINCT, DUPLICATES } from '../duplicates.queries';
import type { DuplicateList } from './dto/privacy.answers';

/** The most pairs that are listed. */
const MOST = 100;

/** The list has no pages, order or search of its own. */
const WHOLE: ListQuery = {
  page: 1,
  perPage: MOST,
  sort: { field: 'second', descending: true },
  q: null,
  ids: null,
  filters: {},
};

/** Finds members who may be the same person. */
@Injectable()
export class StaffDuplicatesService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly clock: Clock,
  ) {}

  async list(viewer: StaffViewer): Promise<DuplicateList> {
    const found = await this.work.read(viewer, ({ statements }) =>
      statements.rows(DUPLICATES, { fanclub: viewer.fanclubId, limit: MOST + 1 }),
    );
    const list = {
      data: found.slice(0, MOST).map((pair) => ({
        first: { id: pair.first, email: pair.firstEmail, name: pair.firstName },
        second: { id: pair.second, email: pair.secondEmail, name: pair.secondName },
        alike: pair.alike,
      })),
      more: found.length > MOST,
    };
    await this.work.recordList(
      viewer,
      { action: 'members.compared', subject: { type: 'member', id: null } },
      WHOLE,
      { data: list.data, total: list.data.length },
    );
    return list;
  }

  /** @throws Problem (404) */
  async distinguish(viewer: StaffViewer, one: number, other: number): Promise<void> {
    const [first, second] = [Math.min(one, other), Math.max(one, other)];
    await this.work.change(viewer, async (change) => {
      const pair = { fanclub: change.fanclubId, first, second, now: this.clock.now() };
      if ((await change.statements.run(ADD_DISTINCT, pair)) === 0) throw notFound();
      // Without the other one, because a record is part of the export of its member.
      for (const id of [first, second])
        change.audit({ action: 'member.distinguished', subject: { type: 'member', id }, customerId: id });
    });
  }
}
