import { calendar, club } from '../club.js';
import { h } from '../dom.js';
import { clock, day, term } from '../format.js';
import { member } from '../member.js';
import { art, badge, dateDisc, hashtags } from '../parts.js';
import { empty } from '../view.js';

/** The dates, upcoming or past, below the next show. */
export const home = {
  title: 'Dates',
  menu: '/',

  async load({ path, page = 1 }) {
    const past = path === '/past';
    const [{ events, pagination }, customer, calendarUrl, plans] = await Promise.all([
      club.get('/events', {
        scope: past ? 'past' : 'upcoming',
        order: past ? 'DESC' : 'ASC',
        limit: 20,
        page,
      }),
      member(),
      calendar().catch(() => null),
      offeredPlans(),
    ]);
    return { events, pagination, past, customer, calendarUrl, plans };
  },

  view({ events, pagination, past, customer, calendarUrl, plans }) {
    return [
      hero(past ? null : events[0], customer),
      h('section', { class: 'page dates', 'aria-labelledby': 'dates' }, [
        h('div', { class: 'dates-head' }, [
          h('h2', { id: 'dates' }, past ? 'Where we have been' : 'Where we land next'),
          filter(past),
        ]),
        events.length > 0
          ? h(
              'ol',
              { class: 'panels two' },
              events.map((event) => h('li', {}, eventPanel(event, past))),
            )
          : past
            ? empty('There are no past shows yet.')
            : empty(
                'No shows are planned at the moment.',
                h('a', { href: '#/news' }, 'Hear about new dates first'),
              ),
        pageLinks(pagination, past),
        events.length > 0 &&
          !past &&
          calendarUrl &&
          h('p', {}, h('a', { href: calendarUrl }, 'Add the dates to your calendar')),
      ]),
      !customer?.subscription && joinPanel(customer, plans),
    ];
  },
};

/** @param next the next show, if there is one */
function hero(next, customer) {
  return h('section', { class: 'hero', 'aria-labelledby': 'hero' }, [
    h('div', { class: 'hero-inner' }, [
      h('div', { class: 'hero-words' }, [
        h('h1', { id: 'hero', tabindex: '-1' }, art('wordmark-tall', 330, 149, 'The Tin Comets')),
        h(
          'p',
          { class: 'hero-line' },
          customer
            ? `Good to see you, ${customer.first_name || 'comet'}.`
            : 'The fan club. Five people, two albums, one dented van.',
        ),
        !customer?.subscription &&
          h('p', { class: 'actions' }, h('a', { class: 'button', href: '#/plans' }, 'Join')),
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
  h('nav', { class: 'filter', 'aria-label': 'Which dates' }, [
    h('a', { href: '#/', 'aria-current': !past && 'page' }, 'Upcoming'),
    h('a', { href: '#/past', 'aria-current': past && 'page' }, 'Past'),
  ]);

function eventPanel({ id, title, start, timezone, venue, tags, links }, past) {
  const place = [venue.name, venue.city, venue.country_name].filter(Boolean).join(', ');
  return h('article', { class: 'panel summary' }, [
    dateDisc(start, timezone.tz),
    h('div', { class: 'summary-text' }, [
      h('h3', {}, h('a', { href: `#/events/${id}`, class: 'cover-link' }, title)),
      h('p', {}, h('time', { datetime: start }, `${day(start, timezone.tz)}, ${clock(start, timezone)}`)),
      h('p', { class: 'quiet' }, place),
      h('p', { class: 'badges' }, [
        links.some(({ codes }) => codes.length > 0) && badge('Your codes', 'highlight'),
        links.length > 0 && links.every(({ status }) => status === 'Sold Out') && badge('Sold out'),
        past && badge('Played'),
        hashtags(tags),
      ]),
    ]),
  ]);
}

/** Links to the other pages of a long list. */
function pageLinks({ current_page: current, total_pages: total }, past) {
  if (total < 2) return null;
  const link = (page, words) =>
    page >= 1 && page <= total && h('a', { href: `#/${past ? 'past' : ''}?page=${page}` }, words);
  return h(
    'nav',
    { class: 'actions', 'aria-label': 'Pages' },
    link(current - 1, 'Previous page'),
    h('span', {}, `Page ${current} of ${total}`),
    link(current + 1, 'Next page'),
  );
}

/** The plans for somebody without a membership; none for members. */
async function offeredPlans() {
  if ((await member())?.subscription) return [];
  const { plans } = await club.get('/plans');
  return plans.filter(({ available_to_customer }) => available_to_customer);
}

const joinPanel = (customer, plans) =>
  h('section', { class: 'page', 'aria-labelledby': 'join' }, [
    h('div', { class: 'panel tin join' }, [
      h('h2', { id: 'join' }, 'Your name, stamped in tin'),
      h('p', {}, 'Members buy tickets two days early, hear the demos, and get a parcel that rattles.'),
      h('ul', { class: 'rows' }, plans.map(planRow)),
      h('p', { class: 'actions' }, [
        h('a', { class: 'button', href: '#/plans' }, 'See the plans'),
        !customer && h('a', { href: '#/login' }, 'I am already a member'),
      ]),
    ]),
  ]);

const planRow = ({ name, display_price, duration }) =>
  h(
    'li',
    { class: 'row' },
    h('strong', {}, name),
    h('span', {}, duration === null ? display_price : `${display_price} for ${term(duration)}`),
  );
