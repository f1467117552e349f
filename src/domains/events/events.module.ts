import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { EventsPreviewController } from './staff/events-preview.controller';
import { EventsController } from './events.controller';
import { EventsService } from './events.service';
import { Event } from './event.entity';
import { StaffEventsModule } from './staff/staff-events.module';
import { TicketLinkPlan } from './ticket-link-plan.entity';
import { TicketLink } from './ticket-link.entity';
import { eventsInCatalogue } from './events.catalogue';

@Module({
  imports: [StaffEventsModule, TypeOrmModule.forFeature([Event, TicketLinkPlan, TicketLink])],
  controllers: [EventsController, EventsPreviewController],
  providers: [EventsService],
  exports: [EventsService],
})
@InCatalogue(eventsInCatalogue)
export class EventsModule {}
