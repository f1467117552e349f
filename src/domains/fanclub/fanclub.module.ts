import { Module } from '@nestjs/common';
import { FanclubController } from './fanclub.controller';

@Module({ controllers: [FanclubController] })
export class FanclubModule {}
