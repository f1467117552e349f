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
import { ApplicationOfClub, ApplicationOfMember, ApplicationWithSecret } from './dto/application.answers';
import { ApplicationChange, NewApplication } from './dto/application.dto';
import { StaffApplicationsService } from './staff-applications.service';

/** The applications in which members log in with their account (OpenID Connect). */
@ClubStaffController('applications')
export class StaffApplicationsController {
  constructor(private readonly applications: StaffApplicationsService) {}

  @Get()
  @StaffOnly('applications.read')
  @Answers({ 200: listAnswer(ApplicationOfClub) })
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['name', 'id', 'created_at', 'last_used_at'], filters: ['first_party'] })
    query: ListQuery,
  ) {
    return this.applications.list(viewer, query);
  }

  @Get(':id')
  @StaffOnly('applications.read')
  @Answers({ 200: ApplicationOfClub })
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.applications.one(viewer, id);
  }

  /** Adds an application. `client_secret` is shown only here. */
  @Post()
  @StaffOnly('applications.write', { proof: true })
  @Answers({ 201: ApplicationWithSecret })
  create(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: NewApplication) {
    return this.applications.create(viewer, body);
  }

  @Patch(':id')
  @StaffOnly('applications.write', { proof: true })
  @Answers({ 200: ApplicationOfClub })
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @IfMatch() version: string | undefined,
    @StaffBody() body: ApplicationChange,
  ) {
    return this.applications.change(viewer, id, version, body);
  }

  /** Replaces the secret, which is shown only here. The former one stops working at once. */
  @Post(':id/secret')
  @HttpCode(200)
  @StaffOnly('applications.write', { proof: true })
  @Answers({ 200: ApplicationWithSecret })
  rollSecret(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.applications.rollSecret(viewer, id);
  }

  /** Deletes an application. Its tokens stop working at once, and its back-channel log-out hears that all log-ins have ended. */
  @Delete(':id')
  @StaffOnly('applications.write', { proof: true })
  @Answers(DONE)
  remove(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.applications.remove(viewer, id);
  }
}

/** The applications that a member uses. */
@ClubStaffController('members/:id/applications')
export class MemberApplicationsController {
  constructor(private readonly applications: StaffApplicationsService) {}

  @Get()
  @StaffOnly('members.write')
  @Answers({ 200: listAnswer(ApplicationOfMember) })
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @ListOf({ sort: ['-last_used_at', 'name', 'id'], filters: [] }) query: ListQuery,
  ) {
    return this.applications.ofMember(viewer, id, query);
  }
}
