import { Get, HttpCode, Param, Post } from '@nestjs/common';
import { parseId } from '#libs/validation';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  csvFile,
  csvOf,
  CurrentStaff,
  DONE,
  ItemId,
  listAnswer,
  ListOf,
  type ListQuery,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { ContestDrawsService } from './contest-draws.service';
import { ContestListsService, ENTRY_HEADINGS } from './contest-lists.service';
import { ContestsToDo, DrawOfContest, WinnerOfContest } from './dto/draw.answers';
import { CloseBody, DrawBody, ForfeitBody, NothingBody } from './dto/draw.bodies';
import { StaffWinnersService, WINNER_HEADINGS, WINNER_LIST } from './staff-winners.service';

/** The draw of a contest, from the frozen entries to the confirmed winners. */
@ClubStaffController('contests')
export class StaffDrawsController {
  constructor(
    private readonly draws: ContestDrawsService,
    private readonly lists: ContestListsService,
    private readonly winners: StaffWinnersService,
  ) {}

  @Get(':id/draw')
  @StaffOnly('contests.read')
  @Answers({ 200: DrawOfContest })
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.draws.one(viewer, id);
  }

  /** Freezes the entries of a contest that has ended. */
  @Post(':id/close')
  @HttpCode(200)
  @StaffOnly('contests.write')
  @Answers({ 200: DrawOfContest })
  close(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() body: CloseBody) {
    return this.draws.close(viewer, id, body);
  }

  /** Draws a closed contest, once, and writes to the winners. */
  @Post(':id/draw')
  @HttpCode(200)
  @StaffOnly('contests.draw', { proof: true })
  @Answers({ 200: DrawOfContest })
  draw(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() body: DrawBody) {
    return this.draws.draw(viewer, id, body);
  }

  /** The numbers of the entries in the list and of those that are left out, with their causes, as a CSV file. */
  @Post(':id/entries/export')
  @HttpCode(200)
  @StaffOnly('entries.export', { proof: true })
  @Answers(csvOf(ENTRY_HEADINGS))
  async exportEntries(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() _: NothingBody,
  ) {
    return csvFile(`entries-${id}`, ENTRY_HEADINGS, await this.lists.export(viewer, id));
  }

  /** Everybody who was selected, by rank. */
  @Get(':id/winners')
  @StaffOnly('entries.read')
  @Answers({ 200: listAnswer(WinnerOfContest) })
  list(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @ListOf(WINNER_LIST) query: ListQuery) {
    return this.winners.list(viewer, id, query);
  }

  /** Takes a prize away; the next alternate is asked. As powerful as the draw itself: who repeats it can reach any entry. */
  @Post(':id/winners/:winnerId/forfeit')
  @StaffOnly('contests.draw', { proof: true })
  @Answers(DONE)
  forfeit(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Param('winnerId') winnerId: string,
    @StaffBody() { reason }: ForfeitBody,
  ) {
    return this.winners.forfeit(viewer, id, parseId(winnerId), reason);
  }

  /** Writes to a winner again, at the present address, with a link that works. */
  @Post(':id/winners/:winnerId/mail')
  @StaffOnly('contests.write')
  @Answers(DONE)
  mail(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Param('winnerId') winnerId: string,
    @StaffBody() _: NothingBody,
  ) {
    return this.winners.mail(viewer, id, parseId(winnerId));
  }

  /** The winners with names and birthdates as a CSV file. */
  @Post(':id/winners/export')
  @HttpCode(200)
  @StaffOnly('entries.export', { proof: true })
  @Answers(csvOf(WINNER_HEADINGS))
  async export(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: NothingBody) {
    return csvFile(`winners-${id}`, WINNER_HEADINGS, await this.winners.export(viewer, id));
  }
}

/** What waits for staff in contests, for the overview. */
@ClubStaffController('contests_to_do')
export class ContestsToDoController {
  constructor(private readonly draws: ContestDrawsService) {}

  @Get()
  @StaffOnly('contests.read')
  @Answers({ 200: ContestsToDo })
  toDo(@CurrentStaff() viewer: StaffViewer) {
    return this.draws.toDo(viewer);
  }
}
