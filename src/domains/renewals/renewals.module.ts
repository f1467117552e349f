import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PaymentProvidersModule } from '#domains/payment-providers';
import { PaymentsModule } from '#domains/payments';
import { PlansModule } from '#domains/plans';
import { RenewalLinksService } from './renewal-links.service';
import { RenewalMailsService } from './renewal-mails.service';
import { RenewalStepsService } from './renewal-steps.service';
import { Renewal, RenewalMail } from './renewal.entity';
import { RenewalJobs } from './renewals.jobs';
import { RenewalsService } from './renewals.service';
import { RenewalActionsService } from './staff/renewal-actions.service';
import { RenewalForecastService } from './staff/renewal-forecast.service';
import { StaffRenewalsController, StaffRenewalsFileController } from './staff/staff-renewals.controller';
import { StaffRenewalsService } from './staff/staff-renewals.service';
import './renewals.mails';
import './renewals.webhooks';
import './staff/renewals.declarations';

@Module({
  imports: [
    PaymentProvidersModule,
    PaymentsModule,
    PlansModule,
    TypeOrmModule.forFeature([Renewal, RenewalMail]),
  ],
  controllers: [StaffRenewalsFileController, StaffRenewalsController],
  providers: [
    RenewalActionsService,
    RenewalForecastService,
    RenewalJobs,
    RenewalLinksService,
    RenewalMailsService,
    RenewalStepsService,
    RenewalsService,
    StaffRenewalsService,
  ],
  exports: [RenewalLinksService, RenewalsService],
})
export class RenewalsModule {}
