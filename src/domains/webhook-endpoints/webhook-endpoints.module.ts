import { Module } from '@nestjs/common';
import { StaffEndpointsController, StaffTypesController } from './staff/staff-endpoints.controller';
import { StaffEndpointsService } from './staff/staff-endpoints.service';
import { StaffDeliveriesController, StaffMessagesController } from './staff/staff-deliveries.controller';
import { StaffDeliveriesService } from './staff/staff-deliveries.service';
import './staff/webhook-endpoints.declarations';

/** The webhooks of a fan club for its staff. The engine is `platform/webhooks`; the domains declare what is sent. */
@Module({
  controllers: [
    StaffDeliveriesController,
    StaffEndpointsController,
    StaffMessagesController,
    StaffTypesController,
  ],
  providers: [StaffDeliveriesService, StaffEndpointsService],
})
export class WebhookEndpointsModule {}
