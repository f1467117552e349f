import { Controller, Get, Query } from '@nestjs/common';
import { Id } from '#libs/validation';
import { AnyVisitor, CurrentViewer, Viewer } from '#platform/access';
import { SameForVisitors } from '#platform/answers';
import { ListEventsQuery } from './dto/list-events.query';
import { eventJson, eventListShape } from './event.serializer';
import { NoEventFound } from './events.errors';
import { EventsService } from './events.service';

@Controller('events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @AnyVisitor()
  @SameForVisitors()
  async list(@CurrentViewer() viewer: Viewer, @Query() query: ListEventsQuery) {
    return eventListShape(await this.events.list(viewer, query));
  }

  @Get(':id')
  @AnyVisitor()
  @SameForVisitors()
  async show(@CurrentViewer() viewer: Viewer, @Id(NoEventFound) id: number) {
    return { event: eventJson(await this.events.find(viewer, id)) };
  }
}
