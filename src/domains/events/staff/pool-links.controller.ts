import { Get, Put } from '@nestjs/common';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CurrentStaff,
  ItemId,
  listAnswer,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { LinkOfPool, PoolLinksBody } from './dto/pool-links';
import { PoolLinksService } from './pool-links.service';

/** The ticket links of a presale pool. */
@ClubStaffController('pools/:id/links')
export class PoolLinksController {
  constructor(private readonly links: PoolLinksService) {}

  /** Also those of coming events that it can have. */
  @Get()
  @StaffOnly('presale_codes.read')
  @Answers({ 200: listAnswer(LinkOfPool) })
  list(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.links.list(viewer, id);
  }

  /** A link that has another pool loses it. */
  @Put()
  @StaffOnly('presale_codes.write')
  @Answers({ 200: listAnswer(LinkOfPool) })
  set(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() { links }: PoolLinksBody) {
    return this.links.set(viewer, id, links);
  }
}
