import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Bare } from '#libs/envelope';
import { CurrentViewer, HostedPage, type Viewer } from '#platform/access';
import { Calendars } from './calendars';
import { isUnchanged } from './entity-tag.rules';
import { PageFilter } from './page.filter';

/** Seconds for which programs, and caches on the way, need not ask again. */
const FRESH_SECONDS = 300;

/** The events of a fan club, for calendar programs to subscribe to. They can send neither a key nor a session. */
@Controller('fanclubs/:fanclubId')
@Bare()
@UseFilters(PageFilter)
export class CalendarController {
  constructor(private readonly calendars: Calendars) {}

  @Get('events.ics')
  @HostedPage({ session: false })
  calendar(
    @CurrentViewer() viewer: Viewer,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): string {
    const { text, tag } = this.calendars.of(viewer);
    reply
      .type('text/calendar; charset=utf-8')
      .header('cache-control', `public, max-age=${FRESH_SECONDS}`)
      .header('etag', tag)
      // The calendar does not depend on headers of the request, unlike other answers.
      .removeHeader('vary');
    if (!isUnchanged(request.headers['if-none-match'], tag)) return text;
    reply.status(304);
    return '';
  }
}
