import { Get, HttpCode, Patch, Post } from '@nestjs/common';
import { Answers } from '#platform/reference';
import { ClubStaffController, CurrentStaff, StaffBody, StaffOnly, type StaffViewer } from '#platform/staff';
import { RetentionAnswer } from './dto/retention.answers';
import { RetentionBody } from './dto/retention.bodies';
import { StaffRetentionService } from './staff-retention.service';

/** How long the fan club keeps what nobody uses any more. A job removes it every night. */
@ClubStaffController('retention')
export class StaffRetentionController {
  constructor(private readonly retention: StaffRetentionService) {}

  @Get()
  @StaffOnly('retention.read')
  @Answers({ 200: RetentionAnswer })
  one(@CurrentStaff() viewer: StaffViewer) {
    return this.retention.one(viewer);
  }

  /** What a run would remove with other days. Changes nothing. */
  @Post('preview')
  @HttpCode(200)
  @StaffOnly('retention.write')
  @Answers({ 200: RetentionAnswer })
  preview(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: RetentionBody) {
    return this.retention.preview(viewer, body);
  }

  /** Changes the days of the kinds that are named. The next run applies them; what it removes cannot be brought back. */
  @Patch()
  @StaffOnly('retention.write', { proof: true })
  @Answers({ 200: RetentionAnswer })
  change(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: RetentionBody) {
    return this.retention.change(viewer, body);
  }
}
