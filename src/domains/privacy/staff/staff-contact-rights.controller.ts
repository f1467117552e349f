import { HttpCode, Post, StreamableFile } from '@nestjs/common';
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
import type { DocumentForm } from '../person-document';
import { ErasureBody, NothingBody } from './dto/privacy.bodies';
import { StaffContactRightsService } from './staff-contact-rights.service';

/** What contacts who are no members may ask for. The contact of a member is exported and erased with the member (409). */
@ClubStaffController('contacts/:id')
export class StaffContactRightsController {
  constructor(private readonly rights: StaffContactRightsService) {}

  /** All that the fan club knows of the contact, as JSON. */
  @Post('export/json')
  @HttpCode(200)
  @StaffOnly('members.export', { proof: true })
  @Answers({ 200: { file: 'application/json' } })
  json(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: NothingBody) {
    return this.download(viewer, id, 'json');
  }

  /** The same as a page for reading. */
  @Post('export/html')
  @HttpCode(200)
  @StaffOnly('members.export', { proof: true })
  @Answers({ 200: { file: 'text/html' } })
  html(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: NothingBody) {
    return this.download(viewer, id, 'html');
  }

  /** Deletes the contact, and the mails to the address. Cannot be undone. */
  @Post('erase')
  @StaffOnly('members.erase', { proof: true })
  @Answers(DONE)
  erase(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() { reason }: ErasureBody) {
    return this.rights.erase(viewer, id, reason);
  }

  private async download(viewer: StaffViewer, id: number, form: DocumentForm): Promise<StreamableFile> {
    const { name, type, text } = await this.rights.export(viewer, id, form);
    return new StreamableFile(Buffer.from(text), { type, disposition: `attachment; filename="${name}"` });
  }
}
