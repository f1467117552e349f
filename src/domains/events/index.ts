export type { CalendarEvent } from './calendar.rules';
export { eventListShape } from './event.serializer';
export * from './events.module';
export { EventsService } from './events.service';
