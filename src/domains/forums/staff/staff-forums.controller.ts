import { Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CurrentStaff,
  DONE,
  IfMatch,
  ItemId,
  listAnswer,
  ListOf,
  type ListQuery,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { ClassesOfPlans, ForumOfClub, ForumTest } from './dto/forum.answers';
import { ForumChange, NewForum } from './dto/forum.bodies';
import { ForumTestsService } from './forum-tests.service';
import { StaffForumsService } from './staff-forums.service';

/** The forums whose groups follow memberships. */
@ClubStaffController('forums')
export class StaffForumsController {
  constructor(private readonly forums: StaffForumsService) {}

  @Get()
  @StaffOnly('forums.read')
  @Answers({ 200: listAnswer(ForumOfClub) })
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['name', 'id', 'created_at'], filters: ['enabled'] }) query: ListQuery,
  ) {
    return this.forums.list(viewer, query);
  }

  @Get(':id')
  @StaffOnly('forums.read')
  @Answers({ 200: ForumOfClub })
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.forums.one(viewer, id);
  }

  /** Connects a forum. */
  @Post()
  @StaffOnly('forums.write', { proof: true })
  @Answers({ 201: ForumOfClub })
  create(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: NewForum) {
    return this.forums.create(viewer, body);
  }

  /** Changes a forum. Members leave groups that are not named any more, if the service has put them there. */
  @Patch(':id')
  @StaffOnly('forums.write', { proof: true })
  @Answers({ 200: ForumOfClub })
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @IfMatch() version: string | undefined,
    @StaffBody() body: ForumChange,
  ) {
    return this.forums.change(viewer, id, version, body);
  }

  /** Disconnects a forum. Members stay in its groups. */
  @Delete(':id')
  @StaffOnly('forums.write', { proof: true })
  @Answers(DONE)
  delete(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.forums.delete(viewer, id);
  }
}

/** Tries forums. */
@ClubStaffController('forums')
export class ForumTestsController {
  constructor(private readonly tests: ForumTestsService) {}

  /** Looks up an account and the groups at the forum, and changes nothing. */
  @Post(':id/test')
  @HttpCode(200)
  @StaffOnly('forums.write')
  @Answers({ 200: ForumTest })
  test(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.tests.test(viewer, id);
  }
}

/** The classes of the fan club's plans. */
@ClubStaffController('plan_classes')
export class PlanClassesController {
  constructor(private readonly forums: StaffForumsService) {}

  @Get()
  @StaffOnly('forums.read')
  @Answers({ 200: ClassesOfPlans })
  list(@CurrentStaff() viewer: StaffViewer) {
    return this.forums.classes(viewer);
  }
}
