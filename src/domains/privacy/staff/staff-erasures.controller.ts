import { Post } from '@nestjs/common';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CurrentStaff,
  DONE,
  ItemId,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { ErasureBody } from './dto/privacy.bodies';
import { StaffErasuresService } from './staff-erasures.service';

/** Erases what the fan club knows of a member. */
@ClubStaffController('members/:id/erase')
export class StaffErasuresController {
  constructor(private readonly erasures: StaffErasuresService) {}

  /** Cannot be undone. Refused (409) while a payment is open or a parcel has not been sent. */
  @Post()
  @StaffOnly('members.erase', { proof: true })
  @Answers(DONE)
  erase(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() { reason }: ErasureBody) {
    return this.erasures.erase(viewer, id, reason);
  }
}
