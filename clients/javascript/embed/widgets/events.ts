import type { Event, GetInput, GetValue, TicketLink } from '../../src/index.ts';
import { toDate } from '../../src/values.ts';
import { dayAndTime, timeOfDay } from '../dates.ts';
import type { Context, Widget } from '../widget.ts';

const template = `
<ul class="fanclub-list">
  <li class="fanclub-event" data-each="events">
    <h3 class="fanclub-title" data-field="title" data-attr-data-focus="follows"></h3>
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
</ul>
<p data-if="has_more"><button type="button" class="fanclub-more" data-action="more" data-field="text.moreEvents"></button></p>`;

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
function eventView(event: Event, locale: string | undefined, now: Date): object {
  const { venue, timezone } = event;
  const linkView = (link: TicketLink): object => {
    const { publish_start: start } = link;
    return {
      ...link,
      label: `${link.name}, ${event.title}`,
      sold_out: link.status === 'Sold Out',
      opens: start !== null && toDate(start) > now ? dayAndTime(start, timezone, locale) : null,
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

/** What the widget shows. */
interface EventsView {
  readonly events: readonly object[];
  readonly pagination: GetValue<'/events'>['pagination'];
  readonly has_more: boolean;
}

/** @param page null: that of `data-page`, or the first one */
async function read(
  { club, options, locale, now: clock }: Context,
  page: number | null,
): Promise<EventsView> {
  const query = { ...queryOf(options), ...(page !== null && { page }) };
  const { events, pagination } = await club.client.get('/events', query);
  const now = clock();
  return {
    events: events.map((event) => eventView(event, locale, now)),
    pagination,
    has_more: pagination.current_page < pagination.total_pages,
  };
}

export const events: Widget = {
  template,
  empty: '<p class="fanclub-empty" data-field="text.noEvents"></p>',
  load: (context) => read(context, null),
  isEmpty: (view) => (view as EventsView).events.length === 0,
  actions: {
    /** Appends the next page. The focus moves to its first event. */
    async more(context, _, view) {
      const shown = view as EventsView;
      const next = await read(context, shown.pagination.current_page + 1);
      const former = shown.events.map((event) => ({ ...event, follows: false }));
      const added = next.events.map((event, index) => ({ ...event, follows: index === 0 }));
      return { reload: 'nothing', view: { ...next, events: [...former, ...added] } };
    },
  },
};
