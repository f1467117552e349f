import { calendar, club } from '../club.js';
import { h } from '../dom.js';
import { clock, day } from '../format.js';
import { member } from '../member.js';
import { art, hashtags, stamp, strip } from '../parts.js';
import { empty } from '../view.js';

/** The dates, upcoming or past, below the next show. */
export const home = {
  title: 'Dates',
  menu: '/',

  async load({ path, page = 1 }) {
    const past = path === '/past';
    const [{ events, pagination }, found, ics] = await Promise.all([
      club.get('/events', {
        scope: past ? 'past' : 'upcoming',
        order: past ? 'DESC' : 'ASC',
        limit: 20,
        page,
      }),
      member(),
      calendar().catch(() => null),
    ]);
    return { events, pagination, past, found, ics };
  },

  view({ events, pagination, past, found, ics }) {
    return [
      hero(past ? undefined : events[0], found),
      h('section', { class: 'page dates', 'aria-labelledby': 'dates' }, [
        h('div', { class: 'dates-head' }, [
          h('h2', { id: 'dates' }, past ? 'Where we have been' : 'Where we land next'),
          filter(past),
        ]),
        events.length > 0
          ? h(
              'ol',
              { class: 'plates two' },
              events.map((event) => h('li', {}, eventPlate(event, past))),
            )
          : past
            ? empty('There are no past shows yet.')
            : empty(
                'No shows are planned at the moment.',
                h('a', { href: '#/news' }, 'Hear about new dates first'),
              ),
        pages(pagination, past),
        ics && !past && h('p', {}, h('a', { href: ics }, 'Put the dates into your calendar')),
      ]),
      found ? null : join(),
    ];
  },
};

function hero(next, found) {
  return h('section', { class: 'hero', 'aria-labelledby': 'hero' }, [
    h('div', { class: 'hero-inner' }, [
      h('div', { class: 'hero-words' }, [
        h('h1', { id: 'hero', tabindex: '-1' }, art('wordmark-tall', 330, 149, 'The Tin Comets')),
        h(
          'p',
          { class: 'hero-line' },
          found
            ? `Good to see you, ${found.first_name || 'comet'}.`
            : 'The fan club. Five people, two albums, one dented van.',
        ),
        next && nextShow(next),
      ]),
      art('comet', 500, 300),
    ]),
  ]);
}

const nextShow = (event) =>
  h('p', { class: 'next' }, [
    h('span', {}, 'Next show'),
    h('a', { href: `#/events/${event.id}` }, event.title),
    h('span', {}, `${day(event.start, event.timezone.tz)}, ${event.venue.city}`),
  ]);

const filter = (past) =>
  h('nav', { class: 'switch', 'aria-label': 'Which dates' }, [
    h('a', { href: '#/', 'aria-current': !past && 'page' }, 'Upcoming'),
    h('a', { href: '#/past', 'aria-current': past && 'page' }, 'Past'),
  ]);

function eventPlate({ id, title, start, timezone, venue, tags, links }, past) {
  const place = [venue.name, venue.city, venue.country_name].filter(Boolean).join(', ');
  return h('article', { class: 'plate ticket' }, [
    stamp(start, timezone.tz),
    h('div', { class: 'ticket-words' }, [
      h('h3', {}, h('a', { href: `#/events/${id}`, class: 'cover' }, title)),
      h('p', {}, h('time', { datetime: start }, `${day(start, timezone.tz)}, ${clock(start, timezone)}`)),
      h('p', { class: 'quiet' }, place),
      h('p', { class: 'strips' }, [
        links.some(({ codes }) => codes.length > 0) && strip('Your codes', 'copper'),
        links.length > 0 && links.every(({ status }) => status === 'Sold Out') && strip('Sold out'),
        past && strip('Played'),
        hashtags(tags),
      ]),
    ]),
  ]);
}

/** Links to the other pages of a long list. */
function pages({ current_page: current, total_pages: total }, past) {
  if (total < 2) return null;
  const to = (page, words) =>
    page >= 1 && page <= total && h('a', { href: `#/${past ? 'past' : ''}?page=${page}` }, words);
  return h(
    'nav',
    { class: 'actions', 'aria-label': 'Pages' },
    to(current - 1, 'Earlier page'),
    `${current} of ${total}`,
    to(current + 1, 'Later page'),
  );
}

const join = () =>
  h('section', { class: 'page', 'aria-labelledby': 'join' }, [
    h('div', { class: 'plate tin join' }, [
      h('h2', { id: 'join' }, 'Your name, stamped in tin'),
      h('p', {}, 'Members buy tickets two days early, hear the demos, and get a parcel that rattles.'),
      h('p', { class: 'actions' }, [
        h('a', { class: 'key', href: '#/plans' }, 'See the plans'),
        h('a', { href: '#/login' }, 'I am a member already'),
      ]),
    ]),
  ]);
