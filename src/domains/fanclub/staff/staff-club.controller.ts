import { Get, Patch, Delete, HttpCode, Post } from '@nestjs/common';
import {
  IfMatch,
  changeShape,
  ClubStaffController,
  CurrentStaff,
  ItemBody,
  StaffOnly,
  type StaffViewer,
  formatShape,
  ItemId,
  ListOf,
  type ListQuery,
  StaffBody,
  DONE,
  listAnswer,
} from '#platform/staff';
import { StaffClubService } from './staff-club.service';
import { Answers, ID } from '#platform/reference';
import { fanclubSettings } from '#platform/tenants';
import { OriginBody } from './dto/fanclub.dto';
import { StaffDomainsService } from './staff-domains.service';
import { OriginVerdict, TrustedWebsite } from './dto/fanclub.answers';

/** The settings as they are read. */
const SETTINGS = formatShape(fanclubSettings, { more: { id: ID } });

/** The fan club's own settings, as catalogue files have them; its keys, trusted domains and login providers are separate lists. */
@ClubStaffController('club')
export class StaffClubController {
  constructor(private readonly club: StaffClubService) {}

  @Get()
  @StaffOnly('club.read')
  @Answers({ 200: SETTINGS })
  one(@CurrentStaff() viewer: StaffViewer) {
    return this.club.one(viewer);
  }

  @Patch()
  @StaffOnly('club.write')
  @Answers({ 200: SETTINGS })
  change(
    @CurrentStaff() viewer: StaffViewer,
    @IfMatch() version: string | undefined,
    @ItemBody(changeShape(fanclubSettings)) body: object,
  ) {
    return this.club.change(viewer, version, body);
  }
}

/** The websites whose pages may use the API with their visitors' sessions (contract 3.4). */
@ClubStaffController('domains')
export class StaffDomainsController {
  constructor(private readonly domains: StaffDomainsService) {}

  @Get()
  @StaffOnly('club.read')
  @Answers({ 200: listAnswer(TrustedWebsite) })
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['origin', 'id', 'created_at'], filters: [] }) query: ListQuery,
  ) {
    return this.domains.list(viewer, query);
  }

  @Post()
  @StaffOnly('club.write', { proof: true })
  @Answers({ 201: TrustedWebsite })
  add(@CurrentStaff() viewer: StaffViewer, @StaffBody() { origin }: OriginBody) {
    return this.domains.add(viewer, origin);
  }

  @Delete(':id')
  @StaffOnly('club.write', { proof: true })
  @Answers(DONE)
  remove(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.domains.remove(viewer, id);
  }

  /** The result of the origin check for pages of a website. */
  @Post('try')
  @HttpCode(200)
  @StaffOnly('club.read')
  @Answers({ 200: OriginVerdict })
  try(@CurrentStaff() viewer: StaffViewer, @StaffBody() { origin }: OriginBody) {
    return this.domains.try(viewer, origin);
  }
}
