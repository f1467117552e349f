import { Get, HttpCode, Post, StreamableFile } from '@nestjs/common';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CurrentStaff,
  ItemId,
  StaffAnswer,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import type { DocumentForm } from '../person-document';
import { PersonExportOfMember } from './dto/privacy.answers';
import { NothingBody } from './dto/privacy.bodies';
import { StaffPersonExportsService } from './staff-person-exports.service';

/** Exports of all that the fan club knows of a member, as the member may ask for. */
@ClubStaffController('members/:id/person_export')
export class StaffPersonExportsController {
  constructor(private readonly exports: StaffPersonExportsService) {}

  /** A job makes it. It replaces the one that the same person asked for before. */
  @Post()
  @StaffOnly('members.export', { proof: true })
  @Answers({ 201: PersonExportOfMember })
  async ask(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: NothingBody) {
    return new StaffAnswer(await this.exports.ask(viewer, id), { status: 201 });
  }

  /** The export that the person asked for. */
  @Get()
  @StaffOnly('members.export')
  @Answers({ 200: PersonExportOfMember })
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.exports.one(viewer, id);
  }

  /** Downloads it as JSON, once within 24 hours. */
  @Post('json')
  @HttpCode(200)
  @StaffOnly('members.export', { proof: true })
  @Answers({ 200: { file: 'application/json' } })
  json(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: NothingBody) {
    return this.download(viewer, id, 'json');
  }

  /** Downloads it as a page for reading, once within 24 hours. */
  @Post('html')
  @HttpCode(200)
  @StaffOnly('members.export', { proof: true })
  @Answers({ 200: { file: 'text/html' } })
  html(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: NothingBody) {
    return this.download(viewer, id, 'html');
  }

  private async download(viewer: StaffViewer, id: number, form: DocumentForm): Promise<StreamableFile> {
    const { name, type, text } = await this.exports.download(viewer, id, form);
    return new StreamableFile(Buffer.from(text), { type, disposition: `attachment; filename="${name}"` });
  }
}
