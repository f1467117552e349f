import { Controller, Get, Post, Query } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Id } from '#libs/validation';
import { AnyVisitor, CurrentViewer, type LoggedInViewer, RequireCustomer, Viewer } from '#platform/access';
import { SameForVisitors } from '#platform/answers';
import { contestDetail, contestListJson, entryMessages } from './contest.serializer';
import { NoContestFound } from './contests.errors';
import { ContestsService } from './contests.service';
import { ListContestsQuery } from './dto/list-contests.query';

@Controller('contests')
export class ContestsController {
  constructor(
    private readonly contests: ContestsService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @AnyVisitor()
  @SameForVisitors()
  async list(@CurrentViewer() viewer: Viewer, @Query() query: ListContestsQuery) {
    const found = await this.contests.list(viewer, query);
    const now = this.clock.now();
    return { contests: found.map((one) => contestListJson(one, now)) };
  }

  @Get(':id')
  @AnyVisitor()
  @SameForVisitors()
  async show(@CurrentViewer() viewer: Viewer, @Id(NoContestFound) id: number) {
    const found = await this.contests.find(viewer, id);
    return { contest: contestDetail(found, viewer, this.clock.now()) };
  }

  @Post(':id/enter')
  @RequireCustomer()
  async enter(@CurrentViewer() viewer: LoggedInViewer, @Id(NoContestFound) id: number) {
    return { messages: entryMessages(await this.contests.enter(viewer, id)) };
  }
}
