export { icalendar, text } from './content';
export { dateLine, timeLine, timeZoneLines, utcTime } from './times';
