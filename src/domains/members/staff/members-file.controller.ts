import { Get, type StreamableFile } from '@nestjs/common';
import { ClubStaffController, csvFile, CurrentStaff, StaffOnly, type StaffViewer } from '#platform/staff';
import { MEMBER_HEADINGS, MembersExport } from './members-export';

/** All members as a file. */
@ClubStaffController('members.csv')
export class MembersFileController {
  constructor(private readonly members: MembersExport) {}

  @Get()
  @StaffOnly('members.export', { proof: true })
  async export(@CurrentStaff() viewer: StaffViewer): Promise<StreamableFile> {
    return csvFile('members', MEMBER_HEADINGS, await this.members.rows(viewer));
  }
}
