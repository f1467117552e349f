import { Delete, Get, Param, Post } from '@nestjs/common';
import { parseId } from '#libs/validation';
import {
  ClubStaffController,
  CurrentStaff,
  itemController,
  ItemId,
  type ItemKind,
  ListOf,
  type ListQuery,
  previewController,
  StaffBody,
  StaffOnly,
  type StaffViewer,
  DONE,
  listAnswer,
} from '#platform/staff';
import { Contest } from '../contest.entity';
import { contestDetail } from '../contest.serializer';
import { contestsInCatalogue } from '../contests.catalogue';
import { ContestsService } from '../contests.service';
import { ContestEntriesService } from './contest-entries.service';
import { ExclusionBody } from './dto/exclusion.body';
import { Answers, objectOf } from '#platform/reference';
import { Contest as ContestAnswer } from '../dto/contest.answer';
import { EntryOfContest, ExcludedEntry } from './dto/entry.answers';

const CONTESTS: ItemKind = {
  part: contestsInCatalogue,
  field: 'contests',
  entity: Contest,
  subject: 'contest',
  html: ['details', 'rules'],
};

/** The contests of a fan club with their entries. They are withdrawn (`published`), not deleted. */
@ClubStaffController('contests')
export class StaffContestsController extends itemController(CONTESTS, {
  read: 'contests.read',
  write: 'contests.write',
  sort: ['-starts_at', 'ends_at', 'name', 'id'],
  filters: ['published', 'event'],
  search: ({ name }) => [name],
}) {
  constructor(private readonly entries: ContestEntriesService) {
    super();
  }

  @Get(':id/entries')
  @StaffOnly('entries.read')
  @Answers({ 200: listAnswer(EntryOfContest) })
  listEntries(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @ListOf({ sort: ['id', 'entered_at', 'last_name'], filters: ['excluded'] }) query: ListQuery,
  ) {
    return this.entries.list(viewer, id, query);
  }

  /** Excludes an entry from the draw. */
  @Post(':id/exclusions')
  @StaffOnly('contests.write')
  @Answers({ 201: ExcludedEntry })
  exclude(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() body: ExclusionBody) {
    return this.entries.exclude(viewer, id, body);
  }

  @Delete(':id/exclusions/:entryId')
  @StaffOnly('contests.write')
  @Answers(DONE)
  include(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @Param('entryId') entryId: string) {
    return this.entries.include(viewer, id, parseId(entryId));
  }
}

/** The contests of GET /contests as anybody gets them at any time, each with the fields of GET /contests/:id. */
@ClubStaffController('preview/contests')
export class ContestsPreviewController extends previewController(
  'contests.read',
  objectOf({ contests: [ContestAnswer] }),
  ContestsService,
  async (contests, { viewer, now }) => {
    const found = await contests.list(viewer, {});
    return { contests: found.map((one) => contestDetail(one, viewer, now)) };
  },
) {}
