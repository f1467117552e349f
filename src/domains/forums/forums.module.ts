import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DiscourseClient } from './discourse-client';
import { Forum, ForumGroup, ForumMember } from './forum.entity';
import { ForumsJobs } from './forums.jobs';
import { ForumTestsService } from './staff/forum-tests.service';
import './staff/forums.declarations';
import {
  ForumTestsController,
  PlanClassesController,
  StaffForumsController,
} from './staff/staff-forums.controller';
import { StaffForumsService } from './staff/staff-forums.service';

/** Forums (Discourse) whose groups follow memberships. */
@Module({
  imports: [TypeOrmModule.forFeature([Forum, ForumGroup, ForumMember])],
  controllers: [ForumTestsController, PlanClassesController, StaffForumsController],
  providers: [DiscourseClient, ForumsJobs, ForumTestsService, StaffForumsService],
})
export class ForumsModule {}
