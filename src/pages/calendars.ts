import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import type { FanclubInfo, Viewer } from '#platform/access';
import { EventsService } from '#domains/events';
import { calendarText } from './calendar';
import { PageAddresses } from './page-addresses';

/** A finished calendar. */
export interface Calendar {
  readonly text: string;
  /** Its entity tag, with quotes. The same text has the same tag in every process. */
  readonly tag: string;
}

/** Seconds for which a calendar is kept if nothing changes, since only ticket links depend on the time. */
const KEPT_SECONDS = 60;

/** The calendars of fan clubs. A change of published content makes a new `FanclubInfo`, and so a new calendar. */
@Injectable()
export class Calendars {
  private readonly kept = new WeakMap<FanclubInfo, Calendar & { until: Date }>();

  constructor(
    private readonly events: EventsService,
    private readonly addresses: PageAddresses,
    private readonly clock: Clock,
  ) {}

  of(viewer: Viewer): Calendar {
    const { fanclub } = viewer;
    const now = this.clock.now();
    const known = this.kept.get(fanclub);
    if (known && now < known.until) return known;
    const address = this.addresses.absolute(fanclub.id, 'events.ics');
    const text = calendarText(fanclub, this.events.calendar(viewer), address);
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
    const made = { text, tag, until: secondsAfter(now, KEPT_SECONDS) };
    this.kept.set(fanclub, made);
    return made;
  }
}
