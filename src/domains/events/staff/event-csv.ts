import type { ItemColumn, ItemCsv } from '#platform/staff';
import { EVENTS } from './event-items';

const venue = (field: string, type: ItemColumn['type'] = 'textOrNone'): ItemColumn => ({
  heading: `venue_${field}`,
  path: ['venue', field],
  type,
});

const link = (field: string, type: ItemColumn['type']): ItemColumn => ({
  heading: `link_${field}`,
  path: [field],
  type,
});

const own = (field: string, type: ItemColumn['type']): ItemColumn => ({
  heading: field,
  path: [field],
  type,
});

/** Events with a row for each ticket link. */
export const EVENT_CSV: ItemCsv = {
  kind: EVENTS,
  columns: [
    own('title', 'textOrNone'),
    own('start', 'textOrNone'),
    own('date', 'textOrNone'),
    own('doors_open', 'textOrNone'),
    own('time_zone', 'textOrNone'),
    own('published', 'flag'),
    own('tags', 'texts'),
    own('description', 'text'),
    ...['name', 'address', 'city', 'state', 'postalcode', 'country', 'lat', 'lon'].map((field) =>
      venue(field),
    ),
  ],
  key: ['title', 'start'],
  lines: {
    field: 'links',
    key: 'link_name',
    columns: [
      link('name', 'textOrNone'),
      link('url', 'textOrNone'),
      link('status', 'textOrNone'),
      link('exclusive', 'flag'),
      link('host', 'textOrNone'),
      link('codes', 'texts'),
      link('code_instructions', 'textOrNone'),
      link('affiliate', 'ref'),
      link('publish_start', 'textOrNone'),
      link('publish_end', 'textOrNone'),
      link('plans', 'refs'),
    ],
  },
};
