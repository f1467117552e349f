import { Delete, Get, Headers, Param, Patch, Post } from '@nestjs/common';
import { parseId } from '#libs/validation';
import {
  type CatalogueItem,
  ClubStaffController,
  CurrentStaff,
  ItemBody,
  ItemId,
  type ItemKind,
  ListOf,
  type ListPage,
  type ListQuery,
  type StaffAnswer,
  StaffBody,
  StaffItems,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { Contest } from '../contest.entity';
import { contestsInCatalogue } from '../contests.catalogue';
import { ContestEntries, type EntryOfContest } from './contest-entries.service';
import { ExclusionBody } from './dto/exclusion.body';

const CONTESTS: ItemKind = {
  part: contestsInCatalogue,
  field: 'contests',
  entity: Contest,
  subject: 'contest',
  html: ['details', 'rules'],
};

/** The contests of a fan club with their entries. They are withdrawn (`published`), not deleted. */
@ClubStaffController('contests')
export class StaffContestsController {
  constructor(
    private readonly items: StaffItems,
    private readonly entries: ContestEntries,
  ) {}

  @Get()
  @StaffOnly('contests.read')
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['-starts_at', 'ends_at', 'name', 'id'], filters: ['published', 'event'] })
    query: ListQuery,
  ): Promise<ListPage<CatalogueItem>> {
    return this.items.list(viewer, CONTESTS, query, ({ name }) => [name]);
  }

  @Get(':id')
  @StaffOnly('contests.read')
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<StaffAnswer> {
    return this.items.one(viewer, CONTESTS, id);
  }

  @Post()
  @StaffOnly('contests.write')
  create(@CurrentStaff() viewer: StaffViewer, @ItemBody() body: object): Promise<StaffAnswer> {
    return this.items.create(viewer, CONTESTS, body);
  }

  @Patch(':id')
  @StaffOnly('contests.write')
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Headers('if-match') version: string | undefined,
    @ItemBody() body: object,
  ): Promise<StaffAnswer> {
    return this.items.change(viewer, CONTESTS, id, version, body);
  }

  @Get(':id/entries')
  @StaffOnly('entries.read')
  listEntries(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @ListOf({ sort: ['id', 'entered_at', 'last_name'], filters: ['excluded'] }) query: ListQuery,
  ): Promise<ListPage<EntryOfContest>> {
    return this.entries.list(viewer, id, query);
  }

  /** Excludes an entry from the draw. */
  @Post(':id/exclusions')
  @StaffOnly('contests.write')
  exclude(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() body: ExclusionBody,
  ): Promise<StaffAnswer> {
    return this.entries.exclude(viewer, id, body);
  }

  @Delete(':id/exclusions/:entryId')
  @StaffOnly('contests.write')
  include(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Param('entryId') entryId: string,
  ): Promise<void> {
    return this.entries.include(viewer, id, parseId(entryId));
  }
}
