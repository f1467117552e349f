import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PresaleCodesModule } from '#domains/presale-codes';
import { InCatalogue } from '#platform/catalogue';
import {
  EventFileController,
  EventsPreviewController,
  StaffEventsController,
  StaffVenuesController,
} from './staff/staff-events.controller';
import { EventsController } from './events.controller';
import { EventsService } from './events.service';
import { Event } from './event.entity';
import { TicketLinkPlan } from './ticket-link-plan.entity';
import { TicketLink } from './ticket-link.entity';
import { eventsInCatalogue } from './events.catalogue';
import { LinkReaderships } from './link-readerships';
import { PoolLinksController } from './staff/pool-links.controller';
import { PoolLinksService } from './staff/pool-links.service';
import { TourService } from './staff/tour.service';
import './staff/events.declarations';

@Module({
  imports: [PresaleCodesModule, TypeOrmModule.forFeature([Event, TicketLinkPlan, TicketLink])],
  controllers: [
    EventsController,
    EventsPreviewController,
    EventFileController,
    PoolLinksController,
    StaffEventsController,
    StaffVenuesController,
  ],
  providers: [EventsService, LinkReaderships, PoolLinksService, TourService],
  exports: [EventsService],
})
@InCatalogue(eventsInCatalogue)
export class EventsModule {}
