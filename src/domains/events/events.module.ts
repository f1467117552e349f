import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventsController } from './events.controller';
import { EventsService } from './events.service';
import { Event } from './event.entity';
import { TicketLinkPlan } from './ticket-link-plan.entity';
import { TicketLink } from './ticket-link.entity';

@Module({
  imports: [TypeOrmModule.forFeature([Event, TicketLinkPlan, TicketLink])],
  controllers: [EventsController],
  providers: [EventsService],
})
export class EventsModule {}
