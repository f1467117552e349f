import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClubImage } from './club-image.entity';
import { ImagesService } from './images.service';
import './staff/images.declarations';
import { StaffImagesController } from './staff/staff-images.controller';
import { StaffImagesService } from './staff/staff-images.service';

@Module({
  imports: [TypeOrmModule.forFeature([ClubImage])],
  controllers: [StaffImagesController],
  providers: [ImagesService, StaffImagesService],
  exports: [ImagesService],
})
export class ImagesModule {}
