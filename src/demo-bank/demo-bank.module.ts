import { Module } from '@nestjs/common';
import { DemoBankApiController } from './api.controller';
import { DemoBankJobs } from './demo-bank.jobs';
import { DemoBank } from './demo-bank.service';
import { DemoBankPagesController } from './pages.controller';

/** The demo bank, below `/demo-bank`. Added to the service with PAYMENTS_DEMO. */
@Module({
  controllers: [DemoBankApiController, DemoBankPagesController],
  providers: [DemoBank, DemoBankJobs],
  exports: [DemoBank],
})
export class DemoBankModule {}
