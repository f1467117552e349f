import { Module } from '@nestjs/common';
import { FanclubController } from './fanclub.controller';
import { StaffFanclubModule } from './staff/staff-fanclub.module';

@Module({ imports: [StaffFanclubModule], controllers: [FanclubController] })
export class FanclubModule {}
