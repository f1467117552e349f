import { Delete, Get, Post } from '@nestjs/common';
import type { FileUpload } from '#platform/http';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CurrentStaff,
  DONE,
  FileBody,
  FileName,
  ItemId,
  listAnswer,
  ListOf,
  type ListQuery,
  StaffOnly,
  type StaffViewer,
  TakesFile,
} from '#platform/staff';
import { ImageOfClub } from './dto/image.answers';
import { StaffImagesService } from './staff-images.service';

/** The pictures of the fan club. */
@ClubStaffController('images')
export class StaffImagesController {
  constructor(private readonly images: StaffImagesService) {}

  @Get()
  @StaffOnly('images.read')
  @Answers({ 200: listAnswer(ImageOfClub) })
  list(@CurrentStaff() viewer: StaffViewer, @ListOf({ sort: ['-id'], filters: [] }) query: ListQuery) {
    return this.images.list(viewer, query);
  }

  /** Adds a picture: the body is its bytes. JPEG, PNG, WebP or GIF, up to 10 MB. */
  @Post()
  @StaffOnly('images.write')
  @TakesFile()
  @Answers({ 201: ImageOfClub })
  add(@CurrentStaff() viewer: StaffViewer, @FileName() name: string, @FileBody() file: FileUpload) {
    return this.images.add(viewer, name, file);
  }

  @Delete(':id')
  @StaffOnly('images.write')
  @Answers(DONE)
  remove(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.images.remove(viewer, id);
  }
}
