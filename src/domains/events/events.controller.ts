import { Controller, Get, Query } from '@nestjs/common';
import { Id } from '#libs/validation';
import { AnyVisitor, CurrentViewer, ReadsOwn, Viewer } from '#platform/access';
import { CachedAnswer } from '#platform/answers';
import { ListEventsQuery } from './dto/list-events.query';
import { eventJson, eventListShape } from './event.serializer';
import { NoEventFound } from './events.errors';
import { EventsService } from './events.service';
import { LinkReaderships } from './link-readerships';
import { Chapter, Operation } from '#platform/reference';
import { CODES_WITH_VISIT } from '#domains/presale-codes';
import { Event, Pagination } from './dto/event.answer';

@Controller('events')
@Chapter('Events', 'Concerts and similar occasions, with ticket links.')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @Operation({
    id: 'listEvents',
    summary: 'Lists published events',
    description:
      'An event is past from the day after its date in its own zone. The filters `links` and `schedule` apply to the ' +
      'links of each event; the event stays in the list.',
    answer: { events: [Event], pagination: Pagination },
  })
  @AnyVisitor()
  @ReadsOwn(CODES_WITH_VISIT)
  @CachedAnswer({ provider: LinkReaderships })
  async list(@CurrentViewer() viewer: Viewer, @Query() query: ListEventsQuery) {
    return eventListShape(await this.events.list(viewer, query));
  }

  @Get(':id')
  @Operation({
    id: 'showEvent',
    summary: 'Shows an event',
    answer: { event: Event },
    failures: [NoEventFound],
  })
  @AnyVisitor()
  @ReadsOwn(CODES_WITH_VISIT)
  @CachedAnswer({ provider: LinkReaderships })
  async show(@CurrentViewer() viewer: Viewer, @Id(NoEventFound) id: number) {
    return { event: eventJson(await this.events.find(viewer, id)) };
  }
}
