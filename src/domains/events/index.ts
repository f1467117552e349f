export type { CalendarEvent } from './calendar.rules';
export { eventListShape } from './event.serializer';
export * from './events.module';
export { EventsService, type LinkOfEvent } from './events.service';
export { isEntitled } from './link.rules';
export { previewOfEvents } from './staff/events-preview';
