export type { CalendarEvent } from './calendar.rules';
export * from './events.module';
export { EventsService } from './events.service';
