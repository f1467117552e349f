import { Module } from '@nestjs/common';
import { DemoBankApiController } from './api.controller';
import { DemoBankJobs } from './demo-bank.jobs';
import { DemoBankService } from './demo-bank.service';
import { DemoBankPagesController } from './pages.controller';

/** The demo bank, below `/demo-bank`. Added to the service with PAYMENTS_DEMO. */
@Module({
  controllers: [DemoBankApiController, DemoBankPagesController],
  providers: [DemoBankService, DemoBankJobs],
  exports: [DemoBankService],
})
export class DemoBankModule {}
