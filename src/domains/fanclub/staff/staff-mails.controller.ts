import { Get, HttpCode, Post, Delete, Param, Patch } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  ItemId,
  ListOf,
  type ListQuery,
  StaffOnly,
  type StaffViewer,
  listAnswer,
  IfMatch,
  StaffBody,
  DONE,
} from '#platform/staff';
import { StaffMailsService } from './staff-mails.service';
import { Answers } from '#platform/reference';
import { MailOfClub, RetriedMails, MailTextsOfKind, MailWording } from './dto/fanclub.answers';
import { MailTexts } from './dto/fanclub.dto';
import { StaffMailTemplatesService } from './staff-mail-templates.service';

/** The outbox: which mails wait, were sent or given up. Their contents and whole addresses are never shown. */
@ClubStaffController('mails')
export class StaffMailsController {
  constructor(private readonly mails: StaffMailsService) {}

  @Get()
  @StaffOnly('mails.read')
  @Answers({ 200: listAnswer(MailOfClub) })
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['-id', 'created_at', 'sent_at'], filters: ['state', 'kind'] }) query: ListQuery,
  ) {
    return this.mails.list(viewer, query);
  }

  /** Sends all mails again that were given up. */
  @Post('retry')
  @HttpCode(200)
  @StaffOnly('mails.retry')
  @Answers({ 200: RetriedMails })
  retryAll(@CurrentStaff() viewer: StaffViewer) {
    return this.mails.retryAll(viewer);
  }

  /** Sends a mail that was given up again. */
  @Post(':id/retry')
  @HttpCode(200)
  @StaffOnly('mails.retry')
  @Answers({ 200: MailOfClub })
  retry(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.mails.retry(viewer, id);
  }
}

/** The texts of the mails that a fan club sends. */
@ClubStaffController('mail_templates')
export class StaffMailTemplatesController {
  constructor(private readonly templates: StaffMailTemplatesService) {}

  @Get()
  @StaffOnly('club.read')
  @Answers({ 200: listAnswer(MailTextsOfKind) })
  list(@CurrentStaff() viewer: StaffViewer) {
    return this.templates.list(viewer);
  }

  @Get(':kind')
  @StaffOnly('club.read')
  @Answers({ 200: MailTextsOfKind })
  one(@CurrentStaff() viewer: StaffViewer, @Param('kind') kind: string) {
    return this.templates.one(viewer, kind);
  }

  /** Changes texts; null: back to the default. Needs a proof, because a text could send a member's link elsewhere. */
  @Patch(':kind')
  @StaffOnly('club.write', { proof: true })
  @Answers({ 200: MailTextsOfKind })
  change(
    @CurrentStaff() viewer: StaffViewer,
    @Param('kind') kind: string,
    @IfMatch() version: string | undefined,
    @StaffBody() body: MailTexts,
  ) {
    return this.templates.change(viewer, kind, version, body);
  }

  /** Back to the default texts. */
  @Delete(':kind')
  @StaffOnly('club.write', { proof: true })
  @Answers(DONE)
  reset(@CurrentStaff() viewer: StaffViewer, @Param('kind') kind: string) {
    return this.templates.reset(viewer, kind);
  }

  /** Mails the present texts to the person who asks, with a link to the website. */
  @Post(':kind/mails')
  @StaffOnly('club.write')
  @Answers(DONE)
  sendToSelf(@CurrentStaff() viewer: StaffViewer, @Param('kind') kind: string) {
    return this.templates.sendToSelf(viewer, kind);
  }

  /** The mail as a visitor would get it, with sample data; texts that are left out are the present ones. */
  @Post(':kind/preview')
  @HttpCode(200)
  @StaffOnly('club.write')
  @Answers({ 200: MailWording })
  preview(@CurrentStaff() viewer: StaffViewer, @Param('kind') kind: string, @StaffBody() body: MailTexts) {
    return this.templates.preview(viewer, kind, body);
  }
}
