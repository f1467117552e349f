import { Delete, Get, Headers, HttpCode, Post } from '@nestjs/common';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
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
import { CheckedHost, HostOfClub } from './dto/hosts.answers';
import { NewHost } from './dto/fanclub.dto';
import { StaffHostsService } from './staff-hosts.service';

/** The hosts at which the fan club is served, instead of a path of the service's address. */
@ClubStaffController('hosts')
export class StaffHostsController {
  constructor(private readonly hosts: StaffHostsService) {}

  @Get()
  @StaffOnly('club.read')
  @Answers({ 200: listAnswer(HostOfClub) })
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['host', 'id', 'created_at'], filters: [] }) query: ListQuery,
  ) {
    return this.hosts.list(viewer, query);
  }

  @Post()
  @StaffOnly('club.write', { proof: true })
  @Answers({ 201: HostOfClub })
  add(@CurrentStaff() viewer: StaffViewer, @StaffBody() { host }: NewHost) {
    return this.hosts.add(viewer, host);
  }

  @Delete(':id')
  @StaffOnly('club.write', { proof: true })
  @Answers(DONE)
  remove(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.hosts.remove(viewer, id);
  }

  /** Links in mails and in answers of the API lead to the main host. */
  @Post(':id/main')
  @HttpCode(200)
  @StaffOnly('club.write', { proof: true })
  @Answers({ 200: HostOfClub })
  makeMain(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.hosts.makeMain(viewer, id);
  }

  /** Asks the host whether this installation serves it. Only then it counts. */
  @Post(':id/check')
  @HttpCode(200)
  @StaffOnly('club.write', { proof: true })
  @Answers({ 200: CheckedHost })
  check(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @Headers('host') at: string | undefined) {
    return this.hosts.check(viewer, id, at);
  }
}
