import {
  choice,
  country,
  flag,
  id,
  instant,
  integer,
  keyed,
  label,
  list,
  object,
  optional,
  orNull,
  type Read,
  ref,
  setOf,
  text,
  timeZone,
  url,
} from '#platform/catalogue';

const venue = object('Venue', {
  name: label(),
  address: orNull(text()),
  city: orNull(text()),
  state: orNull(text()),
  postalcode: orNull(text()),
  country: country(),
  lat: orNull(text()),
  lon: orNull(text()),
});

export const ticketLink = object(
  'TicketLink',
  {
    name: label(),
    status: optional(choice('Show', 'Show On Specific Dates Only', 'Sold Out', 'Hide'), 'Show'),
    exclusive: optional(flag(), false),
    url: url(),
    host: optional(label()),
    codes: optional(list(label()), []),
    code_instructions: orNull(text()),
    affiliate: orNull(ref('an affiliate')),
    publish_start: orNull(instant()),
    publish_end: orNull(instant()),
    plans: optional(setOf(ref('a plan')), []),
  },
  ({ publish_start, publish_end }, report) => {
    if (publish_start && publish_end && publish_end < publish_start) {
      report('publish_end', 'must not be before publish_start');
    }
  },
);
export type TicketLinkPart = Read<typeof ticketLink>;

export const event = object('Event', {
  id: optional(id('events')),
  title: label(),
  date: optional(instant()),
  start: instant(),
  doors_open: orNull(instant()),
  description: optional(text(), ''),
  tags: optional(list(label()), []),
  time_zone: timeZone(),
  published: optional(flag(), true),
  venue,
  links: optional(keyed(ticketLink, 'name')),
});
export type EventPart = Read<typeof event>;

const MOST_YEARS = 150;

export const contest = object(
  'Contest',
  {
    id: optional(id('contests')),
    name: label(),
    minimum_age: optional(integer(0, MOST_YEARS), 0),
    starts_at: instant(),
    ends_at: instant(),
    time_zone: optional(timeZone()),
    details: optional(text(), ''),
    rules: optional(text(), ''),
    event: orNull(ref('an event')),
    plans: optional(setOf(ref('a plan')), []),
    published: optional(flag(), true),
  },
  ({ starts_at, ends_at }, report) => {
    if (starts_at && ends_at && ends_at <= starts_at) report('ends_at', 'must be after starts_at');
  },
);
export type ContestPart = Read<typeof contest>;
