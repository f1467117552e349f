import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PaymentProvidersModule } from '#domains/payment-providers';
import { PaymentsModule } from '#domains/payments';
import { PlansModule } from '#domains/plans';
import { RenewalLinksService } from './renewal-links.service';
import { RenewalMailsService } from './renewal-mails.service';
import { RenewalStepsService } from './renewal-steps.service';
import { Renewal } from './renewal.entity';
import { RenewalJobs } from './renewals.jobs';
import { RenewalsService } from './renewals.service';
import './renewals.mails';

@Module({
  imports: [PaymentProvidersModule, PaymentsModule, PlansModule, TypeOrmModule.forFeature([Renewal])],
  providers: [RenewalJobs, RenewalLinksService, RenewalMailsService, RenewalStepsService, RenewalsService],
  exports: [RenewalLinksService, RenewalsService],
})
export class RenewalsModule {}
