import type { Event, GetInput, TicketLink } from '../../src/index.ts';
import { dayAndTime, instantOf, timeOfDay } from '../dates.ts';
import type { Context, Widget } from '../widget.ts';

const template = `
<ul class="fanclub-list">
  <li class="fanclub-event" data-each="events">
    <h3 class="fanclub-title" data-field="title"></h3>
    <p class="fanclub-when"><time data-attr-datetime="start" data-field="when"></time></p>
    <p class="fanclub-doors" data-if="doors" data-field="text.doors"></p>
    <p class="fanclub-place" data-field="place"></p>
    <div class="fanclub-description" data-if="description" data-html="description"></div>
    <ul class="fanclub-links" data-if="links">
      <li class="fanclub-link" data-each="links">
        <a data-if="!sold_out" data-attr-href="url" data-attr-aria-label="label" data-field="name"></a>
        <span data-if="sold_out"><span data-field="name"></span> (<span data-field="text.soldOut"></span>)</span>
        <span class="fanclub-exclusive" data-if="exclusive" data-field="text.membersOnly"></span>
        <span class="fanclub-opens" data-if="opens" data-field="text.opens"></span>
        <p class="fanclub-codes" data-if="codes">
          <span data-field="text.code"></span>
          <span data-each="codes"><code class="fanclub-code" data-field="."></code> </span>
        </p>
        <div class="fanclub-instructions" data-if="code_instructions" data-html="code_instructions"></div>
      </li>
    </ul>
  </li>
</ul>`;

type Query = NonNullable<GetInput<'/events'>>;
/** Attributes by parameter. The service ignores unusable values (contract 1.8). */
const PARAMETERS: Readonly<Record<string, string>> = {
  limit: 'limit',
  page: 'page',
  scope: 'scope',
  order: 'order',
  tags: 'tags',
  links: 'links',
  schedule: 'schedule',
  start_date: 'startDate',
  end_date: 'endDate',
};

function queryOf(options: Context['options']): Query {
  const query: Record<string, string | undefined> = { scope: 'upcoming', schedule: 'active' };
  for (const [parameter, name] of Object.entries(PARAMETERS)) {
    if (options[name] !== undefined) query[parameter] = options[name];
  }
  return query;
}

/** An event as templates see it: its fields, and texts made of them. */
function viewOf(event: Event, locale: string | undefined, now: Date): object {
  const { venue, timezone } = event;
  const linkView = (link: TicketLink): object => {
    const { publish_start: start } = link;
    return {
      ...link,
      label: `${link.name}, ${event.title}`,
      sold_out: link.status === 'Sold Out',
      opens: start !== null && instantOf(start) > now ? dayAndTime(start, timezone, locale) : null,
    };
  };
  return {
    ...event,
    when: dayAndTime(event.start, timezone, locale),
    doors: event.doors_open === null ? null : timeOfDay(event.doors_open, locale),
    place: [venue.name, venue.city, venue.state, venue.country_name].filter(Boolean).join(', '),
    links: event.links.map(linkView),
  };
}

export const events: Widget = {
  template,
  empty: '<p class="fanclub-empty" data-field="text.noEvents"></p>',
  async load({ club, options, locale }) {
    const answer = await club.client.get('/events', queryOf(options));
    const now = new Date();
    return { ...answer, events: answer.events.map((event) => viewOf(event, locale, now)) };
  },
  isEmpty: (view) => (view as { events: unknown[] }).events.length === 0,
};
