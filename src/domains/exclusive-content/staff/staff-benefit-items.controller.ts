import { Delete, Get, HttpCode, Patch, Post, Req, Res, type StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Files, sendFile } from '#platform/files';
import { type FileUpload, NoHead } from '#platform/http';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CurrentStaff,
  DONE,
  FileBody,
  FileName,
  IfMatch,
  ItemId,
  StaffBody,
  StaffOnly,
  type StaffViewer,
  TakesFile,
} from '#platform/staff';
import { BenefitItemOfClub, BenefitItemsOfClub } from './dto/benefit-item.answers';
import { BenefitItemChange, BenefitItemsOrder, NewBenefitText } from './dto/benefit-item.bodies';
import { StaffBenefitItemsService } from './staff-benefit-items.service';

const BYTES = { file: 'application/octet-stream' };

/** The texts and files of a benefit. */
@ClubStaffController('benefits/:id')
export class StaffBenefitContentController {
  constructor(private readonly items: StaffBenefitItemsService) {}

  @Get('items')
  @StaffOnly('plans.read')
  @Answers({ 200: BenefitItemsOfClub })
  list(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.items.list(viewer, id);
  }

  /** Adds a text. */
  @Post('items')
  @StaffOnly('plans.write')
  @Answers({ 201: BenefitItemOfClub })
  addText(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() body: NewBenefitText) {
    return this.items.addText(viewer, id, body);
  }

  /** Adds a file: the body is its bytes. */
  @Post('files')
  @StaffOnly('plans.write')
  @TakesFile()
  @Answers({ 201: BenefitItemOfClub })
  addFile(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @FileName() name: string,
    @FileBody() file: FileUpload,
  ) {
    return this.items.addFile(viewer, id, name, file);
  }

  /** Puts the items in another order. */
  @Post('order')
  @HttpCode(200)
  @StaffOnly('plans.write')
  @Answers({ 200: BenefitItemsOfClub })
  order(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() body: BenefitItemsOrder) {
    return this.items.order(viewer, id, body);
  }
}

/** Single texts and files of benefits. */
@ClubStaffController('benefit_items')
export class StaffBenefitItemsController {
  constructor(
    private readonly items: StaffBenefitItemsService,
    private readonly files: Files,
  ) {}

  @Get(':id')
  @StaffOnly('plans.read')
  @Answers({ 200: BenefitItemOfClub })
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.items.one(viewer, id);
  }

  /** Downloads the file of an item. */
  @Get(':id/file')
  @NoHead()
  @StaffOnly('plans.read')
  @Answers({ 200: BYTES, 206: BYTES, 416: null })
  async file(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return sendFile(this.files, await this.items.file(viewer, id), request, reply);
  }

  /** Puts another file in the place of one: the body is its bytes. */
  @Post(':id/file')
  @HttpCode(200)
  @StaffOnly('plans.write')
  @TakesFile()
  @Answers({ 200: BenefitItemOfClub })
  replace(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @IfMatch() version: string | undefined,
    @FileName() name: string,
    @FileBody() file: FileUpload,
  ) {
    return this.items.replace(viewer, id, version, { name, upload: file });
  }

  @Patch(':id')
  @StaffOnly('plans.write')
  @Answers({ 200: BenefitItemOfClub })
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @IfMatch() version: string | undefined,
    @StaffBody() body: BenefitItemChange,
  ) {
    return this.items.change(viewer, id, version, body);
  }

  @Delete(':id')
  @StaffOnly('plans.write')
  @Answers(DONE)
  remove(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.items.remove(viewer, id);
  }
}
