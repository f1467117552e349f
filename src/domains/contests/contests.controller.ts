import { Controller, Get, Post, Query } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Id } from '#libs/validation';
import {
  AnyVisitor,
  type ClaimedViewer,
  CurrentViewer,
  CustomerByStatement,
  ReadsOwn,
  Viewer,
} from '#platform/access';
import { CachedAnswer } from '#platform/answers';
import { contestDetail, contestListJson, entryMessages } from './contest.serializer';
import {
  AlreadyEntered,
  ContestEnded,
  ContestNotStarted,
  NoContestFound,
  NotEligible,
  TooYoung,
} from './contests.errors';
import { ENTRIES_WITH_VISIT } from './contests.queries';
import { ContestsService } from './contests.service';
import { EntryReaderships } from './entry-readerships';
import { ListContestsQuery } from './dto/list-contests.query';
import { Chapter, Operation } from '#platform/reference';
import { Contest, ContestListItem } from './dto/contest.answer';

@Controller('contests')
@Chapter('Contests', 'Contests that customers can enter.')
export class ContestsController {
  constructor(
    private readonly contests: ContestsService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation({
    id: 'listContests',
    summary: 'Lists published contests',
    description: 'Sorted by start, then id. With `scope`, only contests that the customer has entered.',
    answer: { contests: [ContestListItem] },
  })
  @AnyVisitor()
  @ReadsOwn(ENTRIES_WITH_VISIT)
  @CachedAnswer({ provider: EntryReaderships })
  async list(@CurrentViewer() viewer: Viewer, @Query() query: ListContestsQuery) {
    const found = await this.contests.list(viewer, query);
    const now = this.clock.now();
    return { contests: found.map((one) => contestListJson(one, now)) };
  }

  @Get(':id')
  @Operation({
    id: 'showContest',
    summary: 'Shows a contest',
    answer: { contest: Contest },
    failures: [NoContestFound],
  })
  @AnyVisitor()
  @ReadsOwn(ENTRIES_WITH_VISIT)
  @CachedAnswer()
  async show(@CurrentViewer() viewer: Viewer, @Id(NoContestFound) id: number) {
    const found = await this.contests.find(viewer, id);
    return { contest: contestDetail(found, viewer, this.clock.now()) };
  }

  @Post(':id/enter')
  @Operation({
    id: 'enterContest',
    summary: 'Enters the current customer in a contest',
    confirms: entryMessages('<name>'),
    failures: [
      NoContestFound,
      AlreadyEntered,
      ContestNotStarted,
      ContestEnded,
      new TooYoung('<minimum_age>'),
      NotEligible,
    ],
  })
  @CustomerByStatement()
  async enter(@CurrentViewer() viewer: ClaimedViewer, @Id() id: number | null) {
    return { messages: entryMessages(await this.contests.enter(viewer, id)) };
  }
}
