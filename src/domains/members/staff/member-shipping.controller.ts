import { Get, Patch } from '@nestjs/common';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CurrentStaff,
  IfMatch,
  ItemBody,
  ItemId,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { MemberShippingService } from './member-shipping.service';
import { SHIPPING_CHANGES, SHIPPING_OF_MEMBER } from './dto/member-shipping.answers';

/** The postal address of a member, and what the member chooses for packages. */
@ClubStaffController('members/:id/shipping')
export class MemberShippingController {
  constructor(private readonly shipping: MemberShippingService) {}

  /** As `GET /account/shipping` of the API; `items` also without an address. */
  @Get()
  @StaffOnly('members.write')
  @Answers({ 200: SHIPPING_OF_MEMBER })
  show(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.shipping.show(viewer, id);
  }

  /** The fields and rules of `POST /account/shipping` of the API. Moving to another country turns auto renewal off. */
  @Patch()
  @StaffOnly('members.write')
  @Answers({ 200: SHIPPING_OF_MEMBER })
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @IfMatch() version: string | undefined,
    @ItemBody(SHIPPING_CHANGES) body: object,
  ) {
    return this.shipping.change(viewer, id, version, body);
  }
}
