import { Get, Post } from '@nestjs/common';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CurrentStaff,
  DONE,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { DuplicateList } from './dto/privacy.answers';
import { DistinctBody } from './dto/privacy.bodies';
import { StaffDuplicatesService } from './staff-duplicates.service';

/** Members who may be the same person: of the same name and birth date, or with the same address. */
@ClubStaffController('duplicates')
export class StaffDuplicatesController {
  constructor(private readonly duplicates: StaffDuplicatesService) {}

  /** The 100 pairs with the newest members. */
  @Get()
  @StaffOnly('members.merge')
  @Answers({ 200: DuplicateList })
  list(@CurrentStaff() viewer: StaffViewer) {
    return this.duplicates.list(viewer);
  }

  /** Says that two members are not the same person, so that they are not listed again. */
  @Post('distinct')
  @StaffOnly('members.merge')
  @Answers(DONE)
  distinguish(@CurrentStaff() viewer: StaffViewer, @StaffBody() { first, second }: DistinctBody) {
    return this.duplicates.distinguish(viewer, first, second);
  }
}
