import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SwitchedOffMails } from './switched-off-mails';
import { Receivers, WebhookDeliveryService } from './webhook-delivery.service';
import { WebhookCounter, WebhookDelivery, WebhookEndpoint, WebhookMessage } from './webhook.entity';
import { WebhookJobs } from './webhook.jobs';
import './webhooks.mails';

/** Messages to other systems, and the jobs that deliver them. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([WebhookCounter, WebhookDelivery, WebhookEndpoint, WebhookMessage])],
  providers: [Receivers, SwitchedOffMails, WebhookDeliveryService, WebhookJobs],
  exports: [Receivers],
})
export class WebhooksModule {}
